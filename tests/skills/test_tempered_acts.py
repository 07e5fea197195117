"""Acts and whole plans, as somebody of a character does them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.brains import BrainSetup, PlanBrain
from agentfw.characters import Traits
from agentfw.decisions import (
    ActivityState,
    Camp,
    Decision,
    Explore,
    Fight,
    Hide,
    PickUpItem,
    Retreat,
    TravelTo,
)
from agentfw.perception import Event
from agentfw.perception.threats import Threats
from agentfw.vocabulary import (
    Died,
    EntityId,
)
from tests.skills.moments import (
    NOW,
    activity,
    enemy,
    fail,
    item,
    steps,
    want,
)
from tests.skills.tempers import DEN, PISTOL, ROCKETS, duel, fighting, flak_cannon, somebody

if TYPE_CHECKING:
    from agentfw.skills import Moment


class TestActs:
    """The acts of everybody, as somebody of a character does them."""

    def test_a_fight_is_over_when_the_enemy_is_dead(self) -> None:
        now = somebody(duel(enemy(), ROCKETS), aggression=1.0)
        intent = fighting(now).fight
        assert intent is not None
        over = activity(intent, ActivityState.DONE, channel="fight", ended_at=NOW)
        later = somebody(duel(ROCKETS, over), aggression=1.0)
        _, _, progress = steps("fight", [now, later])
        assert progress.value == "done"

    def test_without_an_enemy_acts_fail_as_they_do_for_everybody(self) -> None:
        now = somebody(duel(ROCKETS))
        assert fail("fight", now) == fail("fight", duel(ROCKETS))
        assert fail("chase", now) == fail("chase", duel(ROCKETS))
        assert fail("open_fire", now) == fail("open_fire", duel(ROCKETS))

    def test_the_enemy_of_a_fight_is_not_changed_for_a_little(self) -> None:
        first = duel(enemy("foe", x=500.0), enemy("other", x=0.0, y=600.0), ROCKETS)
        then = duel(enemy("foe", x=500.0), enemy("other", x=0.0, y=450.0), ROCKETS)
        last = duel(enemy("foe", x=500.0), enemy("other", x=0.0, y=200.0), ROCKETS)
        wanted, _, _ = steps("fight", [somebody(one) for one in (first, then, last)])
        assert [one.fight.target for one in wanted if isinstance(one.fight, Fight)] == [
            "foe",
            "foe",
            "other",
        ]

    def test_who_shoots_at_the_bot_comes_first(self) -> None:
        threats = Threats(attacker=EntityId("foe"), hurt_at=NOW)
        now = duel(enemy("foe", x=900.0), enemy("other", x=0.0, y=400.0), ROCKETS, threats=threats)
        fight = fighting(somebody(now)).fight
        assert isinstance(fight, Fight)
        assert fight.target == "foe"

    def test_a_retreat_shoots_at_who_is_worth_it(self) -> None:
        now = somebody(duel(enemy(), ROCKETS))
        wanted = want("retreat", now)
        assert (wanted.move, wanted.fight) == (Retreat(), Fight(target=EntityId("foe")))

    def test_a_chase_is_over_when_nobody_is_known_any_more(self) -> None:
        known, gone = duel(enemy(is_visible=False), ROCKETS), duel(ROCKETS)
        _, _, progress = steps("chase", [somebody(known), somebody(gone)])
        assert progress.value == "done"

    @pytest.mark.parametrize(("ago_s", "is_shot"), [(0.0, True), (1.5, True), (1.6, False)])
    def test_hands_stay_a_little_at_where_the_quarry_hid(self, ago_s: float, *, is_shot: bool) -> None:
        hidden = enemy(is_visible=False, seen_at=NOW - ago_s)
        wanted = fighting(somebody(duel(hidden, ROCKETS), aggression=1.0), "chase")
        assert wanted.move == TravelTo(target=EntityId("foe"), tolerance_uu=150.0)
        assert (wanted.fight is not None) is is_shot

    def test_a_chase_goes_on_with_the_fight_that_came_before(self) -> None:
        fought = fighting(somebody(duel(enemy(), ROCKETS), aggression=1.0)).fight
        hidden = enemy(is_visible=False, seen_at=NOW - 0.1)
        assert fought is not None
        assert fighting(somebody(duel(hidden, ROCKETS), aggression=1.0), "chase").fight == fought

    def test_who_has_no_character_lets_go_of_the_trigger_in_a_chase(self) -> None:
        assert want("chase", duel(enemy(is_visible=False, seen_at=NOW), ROCKETS)).fight is None

    def test_who_cannot_explore_any_more_fails(self) -> None:
        over = activity(Explore(), ActivityState.FAILED, ended_at=NOW, reason="nothing left")
        later = somebody(duel(over))
        _, performance, progress = steps("explore", [somebody(duel()), later])
        assert (progress.value, performance.reason) == ("failed", "nothing left")


PLANS = ("deathmatch.fsm", "deathmatch.htn", "deathmatch.lap", "deathmatch.goap", "quake3.fsm")


ASKING = {
    ".fsm": """
State Life
  Initial Brave
  To Timid when trait("aggression") < 0.5
  To Brave
  State Brave
    During retreat
  State Timid
    During hide
""",
    ".htn": """
Top
  Timid
  Brave
Head Timid
  Priority
    10
  Guards
    trait("aggression") < 0.5
  Subtasks
    hide
Head Brave
  Subtasks
    retreat
""",
    ".lap": """
((RDC life (goal ((fail))) (drives
  ((timid (trigger (("trait('aggression') < 0.5"))) hide))
  ((brave (trigger ((succeed))) retreat)))))
""",
    ".goap": """
Fact rested
Goal Rest
  Priority 0
  Wants rested
Action Timid
  Needs trait("aggression") < 0.5
  Effects rested = true
  Does hide
Action Brave
  Needs trait("aggression") >= 0.5
  Effects rested = true
  Does retreat
""",
}
"""A plan per language that does one thing or another, as a trait says."""


class TestPlans:
    """One plan per language, played by two who differ in one trait."""

    def decided(self, plan: str, now: Moment, thinks: int = 6, **traits: Any) -> Decision:
        """What a bot wants after some thinks about the same."""
        brain = PlanBrain(plan, BrainSetup(traits=Traits(**traits)))
        found = Decision()
        for tick in range(thinks):
            found = brain.decide(msgspec.structs.replace(now.view, now=NOW + 0.2 * tick))
        return found

    @pytest.mark.parametrize("plan", PLANS)
    def test_the_timid_leave_a_fight_that_the_brave_go_on_with(self, plan: str) -> None:
        now = duel(enemy(x=900.0), PISTOL, flak_cannon(-300.0))
        timid, brave = (self.decided(plan, now, aggression=one) for one in (0.2, 1.0))
        assert timid.move == PickUpItem(EntityId("gun"))
        assert brave.move is None
        assert timid.fight is not None
        assert brave.fight is not None

    @pytest.mark.parametrize("plan", PLANS)
    def test_the_vengeful_shoot_at_who_killed_them(self, plan: str) -> None:
        def target(trait: float) -> object:
            brain = PlanBrain(plan, BrainSetup(traits=Traits(vengefulness=trait, aggression=1.0)))
            died = Event(NOW - 5, Died(killer=EntityId("foe")))
            brain.decide(msgspec.structs.replace(duel(ROCKETS).view, now=NOW - 5, events=(died,)))
            now, found = duel(enemy("foe", x=900.0), enemy("other", x=0.0, y=500.0), ROCKETS), Decision()
            for tick in range(8):
                found = brain.decide(msgspec.structs.replace(now.view, now=NOW + 0.2 * tick))
            return found.fight.target if isinstance(found.fight, Fight) else None

        assert (target(0.0), target(1.0)) == ("other", "foe")

    @pytest.mark.parametrize("plan", PLANS)
    def test_the_fair_let_the_unarmed_live(self, plan: str) -> None:
        now = duel(enemy("bare", weapon="XWeapons.ShieldGun"), ROCKETS)
        fair, common = (self.decided(plan, now, easy_fragger=one) for one in (0.0, 0.5))
        assert (fair.fight is None, common.fight is None) == (True, False)

    @pytest.mark.parametrize("plan", PLANS)
    def test_campers_camp(self, plan: str) -> None:
        now = duel(ROCKETS, graph=DEN)
        lazy, busy = (self.decided(plan, now, camper=one) for one in (1.0, 0.0))
        assert isinstance(lazy.move, Camp)
        assert not isinstance(busy.move, Camp)

    @pytest.mark.parametrize("plan", PLANS)
    def test_the_careful_look_for_health_in_a_fight(self, plan: str) -> None:
        now = duel(enemy(x=900.0), ROCKETS, item("kit", x=-300.0), health=70, armor=100)
        careful, careless = (
            self.decided(plan, now, self_preservation=one, aggression=1.0) for one in (1.0, 0.0)
        )
        assert careful.move == PickUpItem(EntityId("kit"))
        assert careless.move is None

    @pytest.mark.parametrize("ending", sorted(ASKING))
    def test_a_plan_in_any_language_can_ask_for_a_trait(self, ending: str) -> None:
        def move(aggression: float) -> object:
            texts = {f"x{ending}": ASKING[ending]}
            traits = Traits(aggression=aggression, aim_accuracy={"general": 0.5})
            brain = PlanBrain(f"x{ending}", BrainSetup(files=texts, traits=traits))
            found = Decision()
            for tick in range(4):
                found = brain.decide(msgspec.structs.replace(duel().view, now=NOW + 0.2 * tick))
            return found.move

        assert (move(0.2), move(0.8)) == (Hide(), Retreat())
