; A shooter, as a bot with time to think sees it: what to fetch and how to fight. There are no places in it:
; fetching means going there, and the body knows the way. What things cost is told by the problem.
(define (domain shooter)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :action-costs)
  (:types weapon item - thing
          enemy)
  (:predicates
    (known ?t - thing)
    (have ?t - thing)
    (loaded ?w - weapon)
    (seen ?e - enemy)
    (in-range ?e - enemy)
    (dead ?e - enemy)
    (armed)
    (hidden))
  (:functions
    (health)
    (strength ?e - enemy)
    (heals ?i - item)
    (way ?t - thing)
    (total-cost))

  (:action look-around
    :parameters (?t - thing)
    :precondition (not (known ?t))
    :effect (and (known ?t) (increase (total-cost) 6)))

  (:action fetch-weapon
    :parameters (?w - weapon)
    :precondition (and (known ?w) (not (have ?w)))
    :effect (and (have ?w) (loaded ?w) (armed) (not (hidden)) (increase (total-cost) (way ?w))))

  (:action fetch-item
    :parameters (?i - item)
    :precondition (and (known ?i) (not (have ?i)))
    :effect (and (have ?i) (not (hidden)) (increase (health) (heals ?i)) (increase (total-cost) (way ?i))))

  (:action hide
    :parameters ()
    :effect (and (hidden) (increase (total-cost) 2)))

  (:action find-enemy
    :parameters (?e - enemy)
    :precondition (not (seen ?e))
    :effect (and (seen ?e) (not (hidden)) (increase (total-cost) 5)))

  (:action close-in
    :parameters (?e - enemy)
    :precondition (and (seen ?e) (armed))
    :effect (and (in-range ?e) (not (hidden)) (increase (total-cost) 3)))

  (:action attack
    :parameters (?e - enemy ?w - weapon)
    :precondition (and (in-range ?e) (have ?w) (loaded ?w) (> (health) (strength ?e)))
    :effect (and (dead ?e) (not (loaded ?w)) (decrease (health) (strength ?e)) (increase (total-cost) 4)))

  (:action ambush
    :parameters (?e - enemy ?w - weapon)
    :precondition (and (hidden) (have ?w) (loaded ?w))
    :effect (and (dead ?e) (not (loaded ?w)) (not (hidden)) (increase (total-cost) 20))))
