"""How a plan is followed: rules 22 to 28 of the seed."""

from __future__ import annotations

import pytest

from agentfw.decisions import Explore
from agentfw.perception import Event, View
from agentfw.skills import Wants
from agentfw.vocabulary import Died
from tests.brains.posh.stage import Player, World, plan_of


def player(drives: str, definitions: str = "", head: str = "RDC life (goal ((fail)))") -> Player:
    return World().player(plan_of(drives, definitions, head))


# 22: one step of the highest drive


def test_rule_22_the_highest_drive_that_is_triggered_gets_the_think() -> None:
    one = player(
        "(a (trigger ((hungry))) eat)\n(b (trigger ((tired))) sleep)\n(c (trigger ((succeed))) walk)"
    )
    assert one.does(2) == ["walk", "walk"]
    assert one.does(2, tired=True) == ["sleep", "sleep"]
    assert one.does(2, hungry=True) == ["eat", "eat"]
    assert one.does(1, hungry=False) == ["sleep"]


def test_rule_22_exactly_one_step_is_done_per_think() -> None:
    one = player("(a (trigger ()) p)", "(AP p (eat sleep walk))")
    assert [one.does(1) for _ in range(4)] == [["eat"], ["sleep"], ["walk"], ["eat"]]


def test_rule_22_a_goal_that_is_reached_wins_for_ever() -> None:
    one = player("(a (trigger ()) explore)", head="RDC life (goal ((safe)))")
    assert one.does(1) == ["explore"]
    choice = one.after(1.0, safe=True)
    assert (choice.wants, choice.path) == (Wants(), ("life", "won"))
    assert one.does(3, safe=False) == []


def test_rule_22_without_any_triggered_drive_nothing_is_done_until_there_is_one() -> None:
    one = player("(a (trigger ((hungry))) explore)")
    one.after(1.0, hungry=True)
    choice = one.after(1.0, hungry=False)
    assert (choice.wants, choice.path) == (Wants(), ("life", "lost"))
    assert one.does(1, hungry=True) == ["explore"]


def test_rule_22_triggers_are_asked_from_left_to_right_up_to_the_first_that_fails() -> None:
    one = player("(a (trigger ((hungry) (tired) (safe))) eat)\n(b (trigger ((see-enemy))) walk)")
    one.after(1.0, hungry=True)
    assert one.world.asked == ["hungry", "tired", "see_enemy"]


def test_rule_22_every_sense_is_asked_once_per_think() -> None:
    one = player("(a (trigger ((hungry) (tired))) eat)\n(b (trigger ((hungry) (safe))) walk)")
    one.after(1.0, hungry=True)
    assert one.world.asked.count("hungry") == 1


# 23: a place per drive


SLEEPY = "(night (trigger ((tired))) sleep)\n(day (trigger ()) c)"
DAY = "(C c (goal ((safe))) (elements ((e (trigger ((hungry))) p)))) (AP p (eat walk rotate))"


def test_rule_23_an_interrupted_drive_goes_on_where_it_was() -> None:
    one = player(SLEEPY, DAY)
    assert one.does(2, hungry=True) == ["eat"]
    assert one.does(2, tired=True) == ["sleep", "sleep"]
    assert one.does(2, tired=False) == ["walk", "rotate"]


def test_rule_23_what_stands_above_is_not_asked_again_on_the_way() -> None:
    one = player(SLEEPY, DAY)
    assert one.does(2, hungry=True) == ["eat"]
    assert one.does(2, hungry=False, safe=True) == ["walk", "rotate"]


def test_rule_23_what_ends_leads_back_to_the_root_of_the_drive() -> None:
    definitions = """
      (C top (goal ((safe))) (elements ((t (trigger ()) middle))))
      (C middle (elements ((m (trigger ()) low))))
      (AP low (eat))"""
    one = player("(d (trigger ()) top)", definitions)
    assert [one.after(1.0).path[-1] for _ in range(4)] == ["middle", "low", "eat", "middle"]
    one.after(1.0)
    one.after(1.0)
    assert one.after(1.0, safe=True).path == ("d", "top", "goal reached")


def test_rule_23_two_drives_are_in_one_definition_at_places_of_their_own() -> None:
    one = player("(a (trigger ((hungry))) p)\n(b (trigger ()) p)", "(AP p (eat walk rotate))")
    assert one.does(2) == ["eat", "walk"]
    assert one.does(1, hungry=True) == ["eat"]
    assert one.does(1, hungry=False) == ["rotate"]
    assert one.does(1, hungry=True) == ["walk"]


def test_death_makes_every_drive_begin_afresh() -> None:
    one = player("(a (trigger ()) p)", "(AP p (eat walk rotate))")
    assert one.does(2) == ["eat", "walk"]
    one.think(View(now=1.0, events=(Event(1.0, Died()),)))
    assert one.world.did[-1] == "eat"


# 24: frequencies


def test_rule_24_a_frequency_is_the_least_time_between_two_firings() -> None:
    one = player("(a (trigger ()) shout (seconds 10))\n(b (trigger ()) walk)")
    found = []
    for second in (0.0, 9.0, 10.0, 10.5, 20.0, 20.5, 20.75):
        one.now = second
        one.think()
        found.append(one.world.did[-1])
    assert found == ["shout", "walk", "walk", "shout", "walk", "walk", "shout"]


def test_rule_24_the_time_counts_from_the_last_firing_and_not_from_the_event() -> None:
    one = player("(a (trigger ((hungry))) shout (seconds 10))\n(b (trigger ()) walk)")
    assert one.does(1, hungry=True) == ["shout"]
    one.does(1, every=9.0, hungry=False)
    assert one.does(1, every=2.0, hungry=True) == ["shout"]


@pytest.mark.parametrize(
    ("frequency", "seconds"),
    [
        ("(minutes 2)", 120),
        ("(hours 1)", 3600),
        ("(ms 500)", 0.5),
        ("(hz 4)", 0.25),
        ("(pm 30)", 2),
        ("3", 3),
    ],
)
def test_rule_24_frequencies_have_units(frequency: str, seconds: float) -> None:
    one = player(f"(a (trigger ()) shout {frequency})\n(b (trigger ()) walk)")
    assert one.does(1) == ["shout"]
    assert one.does(1, every=seconds * 0.98) == ["walk"]
    assert one.does(1, every=seconds * 0.04) == ["shout"]


def test_rule_24_without_a_frequency_a_drive_fires_as_often_as_it_wins() -> None:
    assert player("(a (trigger ()) shout none)").does(5, every=0.0) == ["shout"] * 5


@pytest.mark.parametrize("kind", ["DC", "SDC"])
def test_rule_24_stepped_plans_go_by_thinks(kind: str) -> None:
    one = player("(a (trigger ()) shout (seconds 2))\n(b (trigger ()) walk)", head=f"{kind} life")
    assert one.does(7, every=100.0) == ["shout", "walk", "walk", "shout", "walk", "walk", "shout"]


# 25: retries


SEARCH = """(C search (minutes 10) (goal ((safe)))
  (elements ((turn (trigger ()) rotate 10)) ((go (trigger ()) wander))))"""
WANDER = "(C wander (goal ((see-enemy))) (elements ((w (trigger ()) walk))))"


def test_rule_25_rotate_ten_times_then_wander() -> None:
    one = player("(d (trigger ()) search)", SEARCH + WANDER)
    assert one.does(15) == ["rotate"] * 10 + ["walk"] * 4


def test_rule_25_retries_last_for_the_whole_activation() -> None:
    one = player("(d (trigger ()) search)", SEARCH + WANDER)
    one.does(15)
    assert one.does(1, see_enemy=True) == []
    assert one.does(3, see_enemy=False) == ["walk"] * 2


def test_rule_25_a_new_activation_has_new_retries() -> None:
    one = player("(d (trigger ()) search)", SEARCH + WANDER)
    one.does(10)
    assert one.after(1.0, safe=True).path[-1] == "goal reached"
    assert one.does(11, safe=False) == ["rotate"] * 10


def test_rule_25_a_competence_below_the_root_is_activated_anew_whenever_it_is_entered() -> None:
    inner = "(C inner (elements ((e (trigger ()) eat 1))))"
    one = player("(d (trigger ()) outer)", f"(C outer (elements ((o (trigger ()) inner)))) {inner}")
    assert [one.after(1.0).path[-1] for _ in range(6)] == ["inner", "eat", "nothing can be done"] * 2


# 26: time-outs


def test_rule_26_a_competence_with_a_goal_that_fails_ends_by_time_after_10_s() -> None:
    definitions = "(C respond (seconds 10) (goal ((fail))) (elements ((e (trigger ()) shout))))"
    one = player("(d (trigger ()) respond)", definitions)
    assert one.does(1) == ["shout"]
    assert one.after(9.75).path[-1] == "shout"
    assert one.after(0.25).path == ("d", "respond", "timed out")
    assert one.does(1) == ["shout"]


def test_rule_26_a_competence_below_ends_by_time_after_3_s_and_leads_back_to_the_root() -> None:
    definitions = """
      (C respond (seconds 10) (goal ((fail))) (elements ((e (trigger ()) find))))
      (C find (seconds 3) (goal ((fail))) (elements ((f (trigger ()) rotate))))"""
    one = player("(d (trigger ()) respond)", definitions)
    ends = [one.after(1.0).path[-1] for _ in range(14)]
    assert ends == [
        *("find", "rotate", "rotate", "timed out"),
        *("find", "rotate", "rotate", "timed out"),
        *("find", "rotate", "rotate", "timed out"),
        # The root was not asked in the 12 s of three searches; now its own time is over, too.
        *("timed out", "find"),
    ]


def test_rule_26_an_action_pattern_ends_by_time() -> None:
    one = player("(a (trigger ((tired))) sleep)\n(b (trigger ()) p)", "(AP p (seconds 3) (eat walk))")
    assert one.does(1) == ["eat"]
    one.does(1, every=1.0, tired=True)
    assert one.after(2.0, tired=False).path == ("b", "p", "timed out")
    assert one.does(1) == ["eat"]


def test_rule_26_stepped_plans_time_out_by_thinks() -> None:
    definitions = "(C c (seconds 3) (elements ((e (trigger ()) walk))))"
    one = player("(d (trigger ()) c)", definitions, head="DC life")
    assert [one.after(100.0).path[-1] for _ in range(5)] == ["walk", "walk", "walk", "timed out", "walk"]


# 27: success and failure


def test_rule_27_an_action_pattern_stops_at_the_first_step_that_fails() -> None:
    one = player("(d (trigger ()) p)", "(AP p (eat give-up walk))")
    assert one.does(4) == ["eat", "give_up", "eat", "give_up"]


def test_rule_27_a_sense_can_be_a_step_and_fails_when_it_is_false() -> None:
    one = player("(d (trigger ()) p)", '(AP p (hungry (health 50 <) (is-stuck False) "not tired" eat))')
    assert one.does(2) == []
    assert one.does(5, hungry=True, health=20) == ["eat"]
    assert one.does(5, tired=True) == []


@pytest.mark.parametrize("step", ['"health < 30"', '("health < 30")', "(health 30 <)"])
def test_rule_27_a_test_can_be_a_step_in_all_its_forms(step: str) -> None:
    one = player("(d (trigger ()) p)", f"(AP p (eat {step} sleep))")
    assert one.does(3, health=20) == ["eat", "sleep"]
    assert one.does(4, health=40) == ["eat", "eat"]


def test_rule_27_a_competence_ends_when_nothing_can_be_done() -> None:
    one = player("(d (trigger ()) c)", "(C c (elements ((e (trigger ((hungry))) eat))))")
    assert one.after(1.0).path == ("d", "c", "nothing can be done")
    assert one.after(1.0, hungry=True).path == ("d", "c", "e", "eat")


def test_rule_27_a_failing_act_does_not_end_a_competence() -> None:
    definitions = "(C c (elements ((e (trigger ()) give-up 2)) ((f (trigger ()) walk))))"
    assert player("(d (trigger ()) c)", definitions).does(4) == ["give_up", "give_up", "walk", "walk"]


def test_rule_27_an_action_pattern_can_end_in_a_competence() -> None:
    definitions = "(AP p (eat c)) (C c (goal ((safe))) (elements ((e (trigger ()) walk))))"
    one = player("(d (trigger ()) p)", definitions)
    assert one.does(4) == ["eat", "walk", "walk"]
    assert one.after(1.0, safe=True).path == ("d", "p", "c", "goal reached")
    assert one.does(1, safe=False) == ["eat"]


# 28: groups


GROUP = "((RDC life (drives ((a (trigger ()) eat) (b (trigger ()) walk) (c (trigger ()) sleep)))))"


def test_rule_28_the_members_of_a_group_are_tried_in_listed_order() -> None:
    assert World().player(GROUP).does(5) == ["eat"] * 5


def test_rule_28_a_shuffle_mixes_the_members_of_a_group_by_its_seed() -> None:
    found = World().player(GROUP, shuffle="yes").does(40)
    assert set(found) == {"eat", "walk", "sleep"}
    assert found == World().player(GROUP, shuffle="yes").does(40)


def test_rule_28_a_shuffle_leaves_the_order_of_groups_alone() -> None:
    one = World().player(plan_of("(a (trigger ()) eat)\n(b (trigger ()) walk)"), shuffle="yes")
    assert one.does(20) == ["eat"] * 20


def test_rule_28_a_shuffle_mixes_elements_too() -> None:
    text = plan_of("(d (trigger ()) c)", "(C c (elements ((a (trigger ()) eat) (b (trigger ()) walk))))")
    assert set(World().player(text, shuffle="yes").does(40)) == {"eat", "walk"}


def test_rule_28_overlapping_triggers_in_a_group_are_told() -> None:
    text = "((RDC life (drives ((a (trigger ((hungry))) eat) (b (trigger ((tired))) walk)))))"
    assert World().oddities(text) == [
        '"a" and "b" stand in one group and can both be triggered; they are tried as they are listed'
    ]


def test_rule_28_triggers_that_exclude_each_other_are_fine() -> None:
    text = """((RDC life (drives
      ((a (trigger ((hungry) (is-stuck False))) eat) (b (trigger ((is-stuck))) walk))
      ((c (trigger ((health 30 <))) eat) (d (trigger ((health 50 >=))) walk)))))"""
    assert World().oddities(text) == []


def test_the_same_wants_are_given_as_long_as_nothing_changes() -> None:
    one = player("(d (trigger ()) explore)")
    first = one.after(1.0)
    assert first.wants == Wants(move=Explore())
    assert one.after(1.0).wants is first.wants
    assert one.after(1.0).path is first.path
