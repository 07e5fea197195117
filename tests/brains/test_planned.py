"""Brains that follow a plan text: notes, faults, reasons, and other plans in mid-game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from agentfw.brains import BrainSetup, Explore, PlanBrain, Speak, View, load_brain, make_brain
from agentfw.characters import load_character
from agentfw.errors import OptionsError, PlanError, PluginError, UsageError
from agentfw.testing import check_brain
from agentfw.vocabulary import SelfState

if TYPE_CHECKING:
    from pathlib import Path

ROAM = '((RDC life (goal ((fail))) (drives ((hail (trigger ((health 50 <))) (say "ow")) \
(roam (trigger ((succeed))) explore)))))'
"""Complains when hurt, roams else; both in one group, because no two can be wanted at once."""
CALM = "((RDC life (goal ((fail))) (drives ((rest (trigger ((succeed))) stop)))))"
BROKEN = "((RDC life (goal ((fail))) (drives ((rest (trigger ((suceed))) stop)))))"


def brain(text: str = ROAM, *, is_traced: bool = False, **options: str) -> PlanBrain:
    setup = BrainSetup(files={"plan.lap": text}, options=options, is_traced=is_traced)
    return PlanBrain("plan.lap", setup)


def at(now: float, health: int = 100) -> View:
    return View(now=now, me=SelfState(health=health))


def test_a_plan_is_a_brain_by_its_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.lap").write_text(ROAM)
    monkeypatch.chdir(tmp_path)
    made = make_brain("mine.lap", BrainSetup())
    assert made.decide(at(1.0)).move == Explore()


def test_plan_brains_behave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.lap").write_text(ROAM)
    monkeypatch.chdir(tmp_path)
    assert check_brain(load_brain("mine.lap")).thinks > 20


def test_a_plan_with_mistakes_is_refused_when_it_is_loaded() -> None:
    with pytest.raises(PlanError) as caught:
        brain(BROKEN)
    first = caught.value.problems[0].splitlines()
    assert first[0] == 'plan.lap:1:54: unknown sense "suceed", did you mean "succeed"?'
    assert first[1] == f"    {BROKEN}"
    assert first[2] == " " * (4 + 53) + "^"


def test_an_unknown_ending_is_no_plan() -> None:
    endings = ".fsm, .goap, .htn, .lap"
    with pytest.raises(UsageError, match=f'"plan.txt" is no plan: their names end in {endings}'):
        PlanBrain("plan.txt", BrainSetup(files={"plan.txt": ROAM}))


def test_the_reason_tells_the_way_through_the_plan() -> None:
    made = brain()
    assert made.decide(at(1.0)).reason.path == ("roam", "explore")
    hurt = made.decide(at(2.0, health=20))
    assert hurt.say == Speak(text="ow")
    assert (hurt.reason.chosen, hurt.reason.path) == ('say("ow")', ("hail", 'say("ow")'))


def test_the_full_reason_needs_a_traced_brain() -> None:
    made = brain()
    decision = made.decide(at(1.0))
    assert made.explain(decision) == decision.reason
    assert decision.reason.rejected == ()


def test_a_traced_brain_tells_what_it_rejected_and_what_it_read() -> None:
    made = brain(is_traced=True)
    decision = made.decide(at(1.0, health=80))
    reason = made.explain(decision)
    assert reason.path == ("roam", "explore")
    assert [(one.option, one.condition, one.value) for one in reason.rejected] == [
        ("hail", "health < 50", "health = 80")
    ]
    assert {one.sense: one.value for one in reason.readings}["health"] == "80"
    assert reason.because == "succeed"


def test_tracing_changes_no_decision() -> None:
    plain, traced = brain(), brain(is_traced=True)
    for moment in range(50):
        view = at(float(moment), health=moment * 7 % 101)
        assert plain.decide(view) == traced.decide(view)


def test_the_time_a_think_took_is_told_by_the_clock_that_is_given() -> None:
    ticks = iter([10.0, 10.000_25])
    setup = BrainSetup(files={"plan.lap": ROAM}, is_traced=True, clock=lambda: next(ticks))
    made = PlanBrain("plan.lap", setup)
    assert made.explain(made.decide(at(1.0))).spent_us == pytest.approx(250.0)


def test_reasons_of_equal_ways_are_one_and_the_same() -> None:
    made = brain()
    assert made.decide(at(1.0)).reason is made.decide(at(2.0)).reason


def test_a_new_text_counts_from_the_next_think_on() -> None:
    made = brain()
    assert made.decide(at(1.0)).move == Explore()
    made.reload({"plan.lap": CALM})
    assert made.decide(at(2.0)).move is None
    assert made.sources == {"plan.lap": CALM}


def test_a_broken_text_is_refused_and_the_old_plan_goes_on() -> None:
    made = brain()
    with pytest.raises(PlanError):
        made.reload({"plan.lap": BROKEN})
    assert made.decide(at(2.0)).move == Explore()
    assert made.sources == {"plan.lap": ROAM}


OWN_SKILLS = '''
from agentfw.skills import Done, Moment, act, sense

@sense
def counted(now: Moment) -> int:
    """How often it was counted."""
    return now.notes.get("counted", 0)

@act
def count(now: Moment) -> Done:
    """One more."""
    return Done(notes={"counted": now.notes.get("counted", 0) + 1})

@sense
def faulty(now: Moment) -> bool:
    """Always breaks."""
    raise ValueError("broken")
'''


@pytest.fixture
def skills(tmp_path: Path) -> str:
    """A file with skills of the user."""
    (tmp_path / "own.py").write_text(OWN_SKILLS)
    return str(tmp_path / "own.py")


def test_skills_of_the_user_take_notes(skills: str) -> None:
    text = "((RDC life (goal ((counted 2 >))) (drives ((one (trigger ((succeed))) count)))))"
    made = brain(text, skills=skills)
    paths = [made.decide(at(float(moment))).reason.path for moment in range(5)]
    assert paths == [("one", "count")] * 3 + [("life", "won")] * 2


def test_a_sense_that_raises_counts_as_nothing_and_is_reported(skills: str) -> None:
    text = (
        "((RDC life (goal ((fail))) (drives ((bad (trigger ((faulty))) stop)) "
        "((good (trigger ((succeed))) explore)))))"
    )
    made = brain(text, skills=skills)
    with capture_logs() as logs:
        for moment in range(8):
            assert made.decide(at(float(moment))).move == Explore()
    assert made.faults == 8
    assert [(one["event"], one["skill"], one["error"]) for one in logs] == [
        ("skill.raised", "faulty", "ValueError: broken")
    ] * 5


def test_rule_30_a_fault_can_be_made_to_end_the_bot(skills: str) -> None:
    text = "((RDC life (goal ((fail))) (drives ((bad (trigger ((faulty))) stop)))))"
    made = brain(text, skills=skills, faults="raise")
    with pytest.raises(PluginError, match="skill faulty raised ValueError: broken"):
        made.decide(at(1.0))


def test_an_act_that_answers_nonsense_is_reported(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        "from agentfw.skills import Moment, act\n\n@act\ndef weird(now: Moment):\n    return 17\n"
    )
    text = "((RDC life (goal ((fail))) (drives ((a (trigger ((succeed))) weird)))))"
    made = brain(text, skills=str(tmp_path / "odd.py"))
    with capture_logs() as logs:
        made.decide(at(1.0))
    assert [(one["skill"], one["error"]) for one in logs] == [
        ("weird", "answered 17, expected an intent, Wants, Done or Failed")
    ]


def test_an_option_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        brain(shufle="yes")
    assert str(caught.value) == 'plan.lap: unknown option "shufle", did you mean "shuffle"?'


def test_all_options_that_cannot_be_are_told_at_once() -> None:
    with pytest.raises(OptionsError) as caught:
        brain(shufle="yes", faults="maybe", shuffle="maybe")
    assert {name: str(error) for name, error in caught.value.problems.items()} == {
        "shufle": 'plan.lap: unknown option "shufle", did you mean "shuffle"?',
        "faults": 'option faults="maybe": expected count or raise',
        "shuffle": 'option shuffle="maybe": expected yes or no',
    }
    assert len(str(caught.value).splitlines()) == 3


def test_mistakes_of_a_plan_hide_none_of_its_weights() -> None:
    with pytest.raises(OptionsError) as caught:
        brain(BROKEN, weights="no.weights")
    plan, weights = str(caught.value).split("^\n")
    assert plan.startswith('plan.lap:1:54: unknown sense "suceed"')
    assert weights == 'there is no file with weights "no.weights"'


def test_mistakes_of_a_plan_hide_none_of_its_character() -> None:
    traits = replace(
        load_character("heron").at(4.0), weapon_weights="no.weights", item_weights="nor.weights"
    )
    with pytest.raises(OptionsError) as caught:
        PlanBrain("plan.lap", BrainSetup(files={"plan.lap": BROKEN}, traits=traits))
    plan, *others = (str(error) for error in caught.value.problems.values())
    assert plan.startswith('plan.lap:1:54: unknown sense "suceed"')
    assert others == [f'there is no file with weights "{name}.weights"' for name in ("no", "nor")]


TWIN = """
from agentfw.skills import Moment, sense

@sense
def Health(now: Moment) -> int:
    return 1
"""


def test_two_modules_that_claim_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "twin.py").write_text(TWIN)
    claimed = r'skill "Health" of .* is also claimed by agentfw\.skills\.status'
    with pytest.raises(PluginError, match=claimed):
        brain(skills=str(tmp_path / "twin.py"))
