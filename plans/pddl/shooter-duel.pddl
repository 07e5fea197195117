; Win a duel while hurt, and be in good health afterwards.
(define (problem shooter-duel)
  (:domain shooter)
  (:objects
    rocket-launcher shock-rifle - weapon
    keg vial - item
    rival - enemy)
  (:init
    (known rocket-launcher) (known vial)
    (= (health) 30)
    (= (strength rival) 45)
    (= (heals keg) 100) (= (heals vial) 5)
    (= (way rocket-launcher) 12) (= (way shock-rifle) 4) (= (way keg) 9) (= (way vial) 2)
    (= (total-cost) 0))
  (:goal (and (dead rival) (>= (health) 80)))
  (:metric minimize (total-cost)))
