; Written from village.yaml, the rule table of the village: change that, not this.
(define (domain village)
  (:requirements :strips :numeric-fluents)
  (:predicates
    (has-turf-hut)
    (has-house)
    (has-school)
    (has-barracks)
    (has-storage)
    (has-ore-mine)
    (has-coal-mine)
    (has-smelter)
    (has-quarry)
    (has-sawmill)
    (has-forge)
    (skilled-labourer)
    (skilled-lumberjack)
    (skilled-carpenter)
    (skilled-blacksmith)
    (skilled-teacher)
    (skilled-miner))
  (:functions
    (timber)
    (wood)
    (stone)
    (ore)
    (coal)
    (iron)
    (rifles)
    (population)
    (riflemen)
    (ore-deposit)
    (coal-deposit)
    (time))

  (:action reproduce-in-hut
    :parameters ()
    :precondition (and (has-turf-hut))
    :effect (and (increase (population) 1) (increase (time) 50)))

  (:action reproduce-in-house
    :parameters ()
    :precondition (and (has-house))
    :effect (and (increase (population) 2) (increase (time) 50)))

  (:action train-lumberjack
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (skilled-lumberjack) (increase (time) 100)))

  (:action train-carpenter
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (skilled-carpenter) (increase (time) 100)))

  (:action train-blacksmith
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (skilled-blacksmith) (increase (time) 100)))

  (:action train-teacher
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (skilled-teacher) (increase (time) 100)))

  (:action train-miner
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (skilled-miner) (increase (time) 100)))

  (:action teach-lumberjack
    :parameters ()
    :precondition (and (skilled-labourer) (has-school))
    :effect (and (skilled-lumberjack) (increase (time) 50)))

  (:action teach-carpenter
    :parameters ()
    :precondition (and (skilled-labourer) (has-school))
    :effect (and (skilled-carpenter) (increase (time) 50)))

  (:action teach-blacksmith
    :parameters ()
    :precondition (and (skilled-labourer) (has-school))
    :effect (and (skilled-blacksmith) (increase (time) 50)))

  (:action teach-teacher
    :parameters ()
    :precondition (and (skilled-labourer) (has-school))
    :effect (and (skilled-teacher) (increase (time) 50)))

  (:action teach-miner
    :parameters ()
    :precondition (and (skilled-labourer) (has-school))
    :effect (and (skilled-miner) (increase (time) 50)))

  (:action train-rifleman
    :parameters ()
    :precondition (and (has-barracks) (>= (rifles) 1) (>= (population) 1))
    :effect (and (decrease (rifles) 1) (decrease (population) 1) (increase (riflemen) 1) (increase (time) 30)))

  (:action cut-tree
    :parameters ()
    :precondition (and (skilled-lumberjack))
    :effect (and (increase (timber) 1) (increase (time) 5)))

  (:action cut-stone
    :parameters ()
    :precondition (and (has-quarry))
    :effect (and (increase (stone) 1) (increase (time) 5)))

  (:action dig-ore
    :parameters ()
    :precondition (and (>= (ore-deposit) 1))
    :effect (and (decrease (ore-deposit) 1) (increase (ore) 1) (increase (time) 5)))

  (:action dig-coal
    :parameters ()
    :precondition (and (>= (coal-deposit) 1))
    :effect (and (decrease (coal-deposit) 1) (increase (coal) 1) (increase (time) 5)))

  (:action mine-ore
    :parameters ()
    :precondition (and (skilled-miner) (has-ore-mine))
    :effect (and (increase (ore) 1) (increase (time) 5)))

  (:action mine-coal
    :parameters ()
    :precondition (and (skilled-miner) (has-coal-mine))
    :effect (and (increase (coal) 1) (increase (time) 5)))

  (:action saw-wood
    :parameters ()
    :precondition (and (has-sawmill) (>= (timber) 1))
    :effect (and (decrease (timber) 1) (increase (wood) 1) (increase (time) 10)))

  (:action smelt-iron
    :parameters ()
    :precondition (and (has-smelter) (>= (ore) 1) (>= (coal) 1))
    :effect (and (decrease (ore) 1) (decrease (coal) 1) (increase (iron) 1) (increase (time) 10)))

  (:action make-rifle
    :parameters ()
    :precondition (and (skilled-blacksmith) (has-forge) (>= (iron) 1) (>= (wood) 1))
    :effect (and (decrease (iron) 1) (decrease (wood) 1) (increase (rifles) 1) (increase (time) 20)))

  (:action build-turf-hut
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (has-turf-hut) (increase (time) 10)))

  (:action build-house
    :parameters ()
    :precondition (and (skilled-labourer) (skilled-carpenter) (>= (stone) 1) (>= (wood) 1))
    :effect (and (decrease (stone) 1) (decrease (wood) 1) (has-house) (increase (time) 15)))

  (:action build-school
    :parameters ()
    :precondition (and (skilled-labourer) (skilled-carpenter) (>= (stone) 1) (>= (wood) 1) (>= (iron) 1))
    :effect (and (decrease (stone) 1) (decrease (wood) 1) (decrease (iron) 1) (has-school) (increase (time) 30)))

  (:action build-barracks
    :parameters ()
    :precondition (and (skilled-labourer) (skilled-carpenter) (>= (stone) 1) (>= (wood) 1))
    :effect (and (decrease (stone) 1) (decrease (wood) 1) (has-barracks) (increase (time) 30)))

  (:action build-storage
    :parameters ()
    :precondition (and (skilled-labourer) (skilled-carpenter) (>= (stone) 1) (>= (wood) 1))
    :effect (and (decrease (stone) 1) (decrease (wood) 1) (has-storage) (increase (time) 20)))

  (:action build-ore-mine
    :parameters ()
    :precondition (and (skilled-labourer) (skilled-carpenter) (skilled-blacksmith) (>= (wood) 1) (>= (iron) 1))
    :effect (and (decrease (wood) 1) (decrease (iron) 1) (has-ore-mine) (increase (time) 50)))

  (:action build-coal-mine
    :parameters ()
    :precondition (and (skilled-labourer) (skilled-carpenter) (skilled-blacksmith) (>= (wood) 1) (>= (iron) 1))
    :effect (and (decrease (wood) 1) (decrease (iron) 1) (has-coal-mine) (increase (time) 50)))

  (:action build-smelter
    :parameters ()
    :precondition (and (skilled-labourer) (>= (stone) 1))
    :effect (and (decrease (stone) 1) (has-smelter) (increase (time) 20)))

  (:action build-quarry
    :parameters ()
    :precondition (and (skilled-labourer))
    :effect (and (has-quarry) (increase (time) 10)))

  (:action build-sawmill
    :parameters ()
    :precondition (and (skilled-labourer) (>= (stone) 1) (>= (timber) 1) (>= (iron) 1))
    :effect (and (decrease (stone) 1) (decrease (timber) 1) (decrease (iron) 1) (has-sawmill) (increase (time) 30)))

  (:action build-forge
    :parameters ()
    :precondition (and (skilled-labourer) (>= (stone) 1) (>= (timber) 1) (>= (iron) 1))
    :effect (and (decrease (stone) 1) (decrease (timber) 1) (decrease (iron) 1) (has-forge) (increase (time) 30))))
