"""Brains inside of brains: any plan, and any other brain, as one act of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import BrainSetup, Decision, Explore, LookRound, PlanBrain, Speak, View
from agentfw.errors import PlanError
from agentfw.vocabulary import SelfState

if TYPE_CHECKING:
    from pathlib import Path

GREET = """
Top
  Greet
Head Greet
  Subtasks
    say hello
"""
"""A task file that comes to its end."""
ROAM = "((RDC life (goal ((health 50 <))) (drives ((roam (trigger ((succeed))) explore)))))"
"""A reactive plan that has won when its bot is hurt."""
WATCH = "((RDC life (drives ((watch (trigger ((succeed))) look_round)))))"


def brain(outer: str, text: str, *, is_traced: bool = False, **others: str) -> PlanBrain:
    files = {outer: text, **{name.replace("_", "."): one for name, one in others.items()}}
    return PlanBrain(outer, BrainSetup(files=files, is_traced=is_traced))


def decided(made: PlanBrain, *healths: int) -> list[Decision]:
    return [
        made.decide(View(now=float(number), me=SelfState(health=health)))
        for number, health in enumerate(healths, 1)
    ]


def test_a_reactive_plan_is_an_act_of_a_task_until_it_has_won() -> None:
    outer = "Use roam.lap\nTop\n  Main\nHead Main\n  Subtasks\n    roam\n    look_round"
    first, second, third = decided(brain("outer.htn", outer, roam_lap=ROAM), 100, 100, 40)
    assert (first.move, second.move) == (Explore(), Explore())
    assert (third.move, third.look) == (None, LookRound())


def test_the_reason_tells_the_way_through_both_plans() -> None:
    outer = "Use roam.lap as Wander\nTop\n  Main\nHead Main\n  Subtasks\n    Wander"
    (first,) = decided(brain("outer.htn", outer, roam_lap=ROAM), 100)
    assert first.reason.path == ("Main", "Wander", "roam", "explore")


def test_a_task_file_is_an_act_of_a_reactive_plan() -> None:
    outer = '((use "greet.htn") (RDC life (drives ((hail (trigger ((succeed))) greet)))))'
    (first,) = decided(brain("outer.lap", outer, greet_htn=GREET), 100)
    assert first.say == Speak("hello")
    assert first.reason.path == ("hail", "greet", "Greet", "say hello")


def test_an_inner_task_file_that_fails_fails_its_act() -> None:
    broken = GREET.replace("say hello", "wield bazooka")
    outer = "Use greet.htn\nTop\n  Main\nHead Main\n  Subtasks\n    greet, look_round"
    (first,) = decided(brain("outer.htn", outer, greet_htn=broken), 100)
    assert first.look == LookRound()


def test_a_brain_in_python_is_an_act_of_a_plan() -> None:
    outer = "Use hunter\nTop\n  Main\nHead Main\n  Subtasks\n    hunter"
    (first,) = decided(brain("outer.htn", outer), 100)
    assert first.move == Explore()


def test_brains_stand_in_brains_that_stand_in_brains() -> None:
    middle = '((use "watch.lap" look) (RDC life (drives ((see (trigger ((succeed))) look)))))'
    outer = "Use middle.lap\nTop\n  Main\nHead Main\n  Subtasks\n    middle"
    made = brain("outer.htn", outer, middle_lap=middle, watch_lap=WATCH)
    (first,) = decided(made, 100)
    assert first.look == LookRound()
    assert first.reason.path == ("Main", "middle", "see", "look", "watch", "look_round")


def test_why_tells_what_the_inner_plan_looked_at() -> None:
    outer = "Use roam.lap\nTop\n  Main\nHead Main\n  Subtasks\n    roam"
    made = brain("outer.htn", outer, is_traced=True, roam_lap=ROAM)
    (first,) = decided(made, 100)
    assert ("health", "100") in [(one.sense, one.value) for one in made.explain(first).readings]


def test_the_texts_of_inner_plans_belong_to_the_sources() -> None:
    outer = "Use roam.lap\nTop\n  Main\nHead Main\n  Subtasks\n    roam"
    assert set(brain("outer.htn", outer, roam_lap=ROAM).sources) == {"outer.htn", "roam.lap"}


@pytest.mark.parametrize(
    ("use", "mistake"),
    [
        ("Use roam.lop", "outer.htn:1:5: roam.lop cannot be used: a plan may use plans, installed"),
        ("Use rome.lap", 'outer.htn:1:5: rome.lap cannot be used: there is no plan "rome.lap", did you'),
        ("Use", "outer.htn:1:4: expected Use FILE or Use FILE as NAME"),
        ("Use roam.lap as", "outer.htn:1:5: expected Use FILE or Use FILE as NAME"),
        ("Use roam.lap as explore", 'outer.htn:1:5: skill "explore" of roam.lap is also claimed by'),
        ("Use os.path:join", "a plan may use plans, installed brains, and those in files beside you"),
        (
            "Use outer.htn",
            "outer.htn cannot be used: it would stand inside of itself (outer.htn > outer",
        ),
    ],
)
def test_what_cannot_be_used_is_told_with_its_place(use: str, mistake: str) -> None:
    outer = f"{use}\nTop\n  Main\nHead Main\n  Subtasks\n    explore"
    with pytest.raises(PlanError) as caught:
        brain("outer.htn", outer, roam_lap=ROAM)
    assert mistake in str(caught.value)


def test_mistakes_in_an_inner_plan_are_told_with_their_place_in_it() -> None:
    outer = "Use roam.lap\nTop\n  Main\nHead Main\n  Subtasks\n    roam"
    with pytest.raises(PlanError) as caught:
        brain("outer.htn", outer, roam_lap=ROAM.replace("explore", "explor"))
    (only,) = caught.value.problems
    assert only.startswith('roam.lap:1:72: "explor" is neither an element of this plan nor an act')


def test_plans_that_use_each_other_are_refused() -> None:
    outer = "Use other.htn\nTop\n  Main\nHead Main\n  Subtasks\n    other"
    with pytest.raises(PlanError, match=r"inside of itself \(outer.htn > other.htn > outer.htn\)"):
        brain("outer.htn", outer, other_htn=outer.replace("other", "outer"))


def test_facts_of_an_inner_plan_are_not_those_of_the_plan_around_it() -> None:
    outer = """
    Use inner.goap as Stroll
    Fact ready
    Goal Heal
      Wants health > 100
    Action Prepare
      Effects ready = true
      Does do_nothing
    Action Rest
      Needs ready
      Effects health = 101
      Does Stroll
    """
    inner = "Fact ready\nGoal G\n  Wants ready\nAction A\n  Effects ready = true\n  Does explore"
    made = brain("outer.goap", outer, inner_goap=inner)
    first, second = decided(made, 100, 100)
    assert first.reason.path == ("Heal", "Rest", "Stroll", "G", "A", "explore")
    assert second.move == Explore()


def test_a_brain_in_a_file_is_read_once_and_made_anew_with_each_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "shy.py"
    file.write_text(
        "from agentfw.brains import Brain, Decision, Explore\n"
        "class Shy(Brain):\n"
        "    def decide(self, view):\n"
        "        return Decision(move=Explore())\n"
    )
    outer = "Use shy.py:Shy\nTop\n  Main\nHead Main\n  Guards\n    health > 50\n  Subtasks\n    Shy"
    made = brain("outer.htn", outer)
    file.write_text("raise SystemExit")
    first, second, third = decided(made, 100, 10, 100)
    assert (first.move, second.move, third.move) == (Explore(), None, Explore())
    assert made.faults == 0


ORDER = "order_bot Ada dance"
LAST_WORDS = {
    "call.htn": f"Top\n  Call\nHead Call\n  Subtasks\n    {ORDER}\n",
    "call.fsm": f"State Call\n  Enter {ORDER}\n  To Over\nState Over\n  Final done\n",
}
"""Plans that come to their end as soon as they have ordered something."""


@pytest.mark.parametrize("name", sorted(LAST_WORDS))
def test_what_an_inner_plan_orders_as_it_ends_is_ordered_once(name: str) -> None:
    outer = f"Use {name}\nTop\n  Main\nHead Main\n  Subtasks\n    call\n    wait 99\n"
    made = PlanBrain("outer.htn", BrainSetup(files={"outer.htn": outer, name: LAST_WORDS[name]}))
    first, *later = decided(made, 100, 100, 100)
    assert [(str(one), one.to) for one in first.orders] == [("dance", "Ada")]
    assert first.reason.path[:2] == ("Main", "call")
    assert [(one.orders, one.reason.path) for one in later] == [((), ("Main", "wait 99"))] * 2


def test_what_an_inner_plan_notes_as_it_ends_is_noted() -> None:
    inner = "Top\n  Feel\nHead Feel\n  Subtasks\n    note mood fine\n"
    outer = 'Use inner.htn\nTop\n  Main\nHead Main\n  Subtasks\n    inner\n    say (noted("mood"))\n'
    *_, last = decided(brain("outer.htn", outer, inner_htn=inner), 100, 100, 100)
    assert last.say == Speak("fine")


def test_an_inner_task_file_that_has_come_to_its_end_is_not_begun_again() -> None:
    inner = f"Top\n  Call\nHead Call\n  Subtasks\n    {ORDER}\n    wait 1\n"
    outer = "Use call.htn\nTop\n  Main\nHead Main\n  Subtasks\n    call\n    wait 99\n"
    found = decided(brain("outer.htn", outer, call_htn=inner), *[100] * 4)
    assert [len(one.orders) for one in found] == [1, 0, 0, 0]
    assert found[-1].reason.path == ("Main", "wait 99")
