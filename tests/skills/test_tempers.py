"""What the traits of a character change in what a bot decides: one trait after the other."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.brains import BrainSetup, PlanBrain
from agentfw.characters import Traits
from agentfw.decisions import (
    Camp,
    Explore,
    Fight,
    PickUpItem,
    TravelTo,
)
from agentfw.geometry import Rotation
from agentfw.perception import Event, View
from agentfw.perception.threats import Threats
from agentfw.vocabulary import (
    DamageDealt,
    Died,
    EntityId,
    Firing,
    FlagState,
    PlayerDied,
)
from agentfw.weights import PlanText, Weights, load_weights
from tests.skills.moments import (
    NOW,
    activity,
    body,
    enemy,
    fail,
    flag,
    gun,
    item,
    moment,
    read,
    steps,
    want,
)
from tests.skills.tempers import (
    ARMOR,
    DEN,
    KILLED,
    PISTOL,
    ROCKETS,
    WEAPON,
    duel,
    fighting,
    grudge,
    legs,
    somebody,
    weighing,
)
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.skills import Moment


class TestReading:
    def test_plans_can_read_every_trait(self) -> None:
        now = somebody(duel(), aggression=0.8, name="Ann", tendencies={"kill": 0.3})
        assert read("trait", now, "aggression") == 0.8
        assert read("trait", now, "name") == "Ann"
        assert read("trait", now, "tendencies.kill") == 0.3
        assert read("trait", now, "no such thing") is None

    def test_a_bot_without_a_character_is_nobody_in_particular(self) -> None:
        assert [read("trait", duel(), name) for name in ("aggression", "camper", "attack_skill")] == [
            0.5,
            0.0,
            1.0,
        ]


class TestAggression:
    @pytest.mark.parametrize(
        ("aggression", "retreats", "chases"),
        [(0.0, True, False), (0.5, False, True), (1.0, False, True)],
    )
    def test_the_fit_break_off_only_if_they_are_timid(
        self, aggression: float, *, retreats: bool, chases: bool
    ) -> None:
        now = somebody(duel(enemy(), ROCKETS), aggression=aggression)
        assert (read("wants_retreat", now), read("wants_chase", now)) == (retreats, chases)

    @pytest.mark.parametrize(("aggression", "retreats"), [(0.0, True), (0.5, True), (1.0, False)])
    def test_the_unfit_fight_on_only_if_they_are_fearless(
        self, aggression: float, *, retreats: bool
    ) -> None:
        now = somebody(duel(enemy(), PISTOL), aggression=aggression)
        assert read("wants_retreat", now) is retreats
        assert read("wants_chase", now) is not retreats

    def test_the_timid_let_those_go_who_have_not_seen_them(self) -> None:
        away = enemy(rotation=Rotation(0, 0, 0))
        assert read("enemy_found", somebody(duel(away, ROCKETS), aggression=0.9)) == "foe"
        assert read("enemy_found", somebody(duel(away, ROCKETS), aggression=0.05)) is None

    def test_in_a_fight_the_timid_go_for_what_makes_them_fit(self) -> None:
        known = (
            enemy(x=800.0),
            PISTOL,
            item("gun", x=-300.0, category=WEAPON, item_class="X.FlakCannon"),
        )
        brave, timid = (somebody(duel(*known), aggression=one) for one in (1.0, 0.3))
        assert legs(brave) is None
        wanted = fighting(timid)
        assert wanted.move == PickUpItem(EntityId("gun"))
        assert isinstance(wanted.fight, Fight)

    def test_nobody_runs_past_the_enemy_for_it(self) -> None:
        known = (
            enemy(x=300.0),
            PISTOL,
            item("gun", x=800.0, category=WEAPON, item_class="X.FlakCannon"),
        )
        assert legs(somebody(duel(*known), aggression=0.3)) is None

    def test_with_nothing_to_go_for_even_the_timid_fight(self) -> None:
        assert legs(somebody(duel(enemy(), PISTOL), aggression=0.0)) is None

    def test_the_timid_do_not_run_after_anybody(self) -> None:
        hidden = enemy(is_visible=False)
        brave, timid = (somebody(duel(hidden, ROCKETS), aggression=one) for one in (0.6, 0.05))
        assert legs(brave, "chase") == TravelTo(target=EntityId("foe"), tolerance_uu=150.0)
        assert legs(timid, "chase") == Explore()

    def test_everybody_runs_after_who_has_our_flag(self) -> None:
        ours = flag(0, FlagState.HELD, holder=EntityId("foe"))
        now = somebody(moment(enemy(is_visible=False), ours, PISTOL), aggression=0.0)
        assert isinstance(legs(now, "chase"), TravelTo)


class TestSelfPreservation:
    @pytest.mark.parametrize(("care", "retreats"), [(0.0, False), (0.5, False), (1.0, True)])
    def test_the_careful_feel_hurt_earlier(self, care: float, *, retreats: bool) -> None:
        now = somebody(duel(enemy(), ROCKETS, health=85), self_preservation=care)
        assert read("wants_retreat", now) is retreats
        assert (read("fitness", now) == 0.0) is retreats

    def test_the_careless_feel_hurt_later(self) -> None:
        fit = [
            read("fitness", somebody(duel(ROCKETS, health=45, armor=50), self_preservation=one))
            for one in (0.0, 0.5)
        ]
        assert fit == [90.0, 0.0]

    @pytest.mark.parametrize(("health", "goes"), [(80, {1.0}), (40, {0.5, 1.0}), (5, {0.1, 0.5, 1.0})])
    def test_in_a_fight_legs_look_for_health_the_earlier_the_more_careful(
        self, health: int, goes: set[float]
    ) -> None:
        known = (enemy(), ROCKETS, item("kit", x=-300.0))
        found = {
            one
            for one in (0.0, 0.1, 0.5, 1.0)
            if legs(somebody(duel(*known, health=health), aggression=1.0, self_preservation=one))
            == PickUpItem(EntityId("kit"))
        }
        assert found == goes

    def test_who_wanders_looks_for_health_and_armor_first_if_it_is_careful(self) -> None:
        known = (item("kit"), item("vest", x=900.0, category=ARMOR))
        hurt = somebody(duel(*known, health=95, armor=100), self_preservation=1.0)
        assert legs(hurt, "explore") == PickUpItem(EntityId("kit"))
        armored = somebody(duel(*known, armor=20), self_preservation=1.0)
        assert legs(armored, "explore") == PickUpItem(EntityId("vest"))
        careless = somebody(duel(*known, health=60), self_preservation=0.0)
        assert legs(careless, "explore") == Explore()

    def test_items_make_a_difference_to_the_careless_only_when_they_are_badly_hurt(self) -> None:
        def wanted(care: float, health: int) -> object:
            now = duel(item("kit"), health=health)
            return read("nearest_item", somebody(now, self_preservation=care), "health")

        assert (wanted(0.5, 95), wanted(0.2, 95), wanted(0.2, 35)) == ("kit", None, "kit")

    def test_health_is_worth_more_to_the_careful(self) -> None:
        kit = item("kit", location=at(0.0, 900.0))
        flak = item("flak", x=900.0, category=WEAPON, item_class="X.FlakCannonPickup")
        chosen = [
            read("wanted_item", somebody(duel(kit, flak, health=50), self_preservation=one))
            for one in (0.2, 1.0)
        ]
        assert chosen == ["flak", "kit"]
        assert [
            read("best_item", somebody(duel(kit, flak, health=30), self_preservation=one))
            for one in (0.2, 1.0)
        ] == ["flak", "kit"]

    def test_adrenaline_heals_the_careful_earlier(self) -> None:
        def heals(care: float) -> bool:
            me = body(health=75, adrenaline=100)
            return bool(read("wants_first_aid", somebody(moment(me=me), self_preservation=care)))

        assert (heals(0.5), heals(1.0)) == (False, True)


class TestVengefulness:
    def two(self, **told: Any) -> Moment:
        """The killer far away, and somebody else who is nearer."""
        known = (enemy("foe", x=900.0), enemy("other", x=0.0, y=400.0), ROCKETS)
        return duel(*known, notes=KILLED, **told)

    @pytest.mark.parametrize(("trait", "target"), [(0.0, "other"), (0.3, "other"), (1.0, "foe")])
    def test_the_vengeful_go_for_who_killed_them_last(self, trait: float, target: str) -> None:
        now = somebody(self.two(), vengefulness=trait)
        for act in ("fight", "open_fire"):
            fight = fighting(now, act).fight
            assert isinstance(fight, Fight)
            assert fight.target == target
        assert read("enemy_found", now) == target

    def test_they_leave_another_enemy_for_it(self) -> None:
        other = activity(Fight(target=EntityId("other")), channel="fight")
        now = duel(enemy("foe", x=900.0), enemy("other", x=0.0, y=400.0), ROCKETS, other, notes=KILLED)
        fight = want("open_fire", somebody(now, vengefulness=1.0)).fight
        assert fight == Fight(target=EntityId("foe"))

    @pytest.mark.parametrize(
        ("notes", "trait", "retreats"),
        [({}, 1.0, True), (KILLED, 0.0, True), (KILLED, 0.05, True), (KILLED, 0.06, False)],
        ids=["forgotten", "forgiven", "almost forgiven", "owed"],
    )
    def test_they_need_less_nerve_against_it(
        self, notes: dict[str, Any], trait: float, *, retreats: bool
    ) -> None:
        # Fit as 90, and timid enough to want 95: what is missing is one part in nineteen.
        now = somebody(duel(enemy(), ROCKETS, notes=notes), aggression=0.05, vengefulness=trait)
        assert read("wants_retreat", now) is retreats

    def test_they_run_after_it_in_whatever_state(self) -> None:
        hidden = enemy(is_visible=False)
        now = somebody(duel(hidden, PISTOL, notes=KILLED), aggression=0.3, vengefulness=0.8)
        assert isinstance(legs(now, "chase"), TravelTo)
        forgiving = somebody(duel(hidden, PISTOL, notes=KILLED), aggression=0.3, vengefulness=0.1)
        assert legs(forgiving, "chase") == Explore()

    def test_plans_know_who_it_was(self) -> None:
        assert read("killer", duel(notes=KILLED)) == "foe"
        assert read("killer", duel()) is None

    def test_the_grudge_is_over_when_the_killer_has_died(self) -> None:
        assert grudge(PlayerDied(id=EntityId("foe")), notes=KILLED) == {}
        assert grudge(PlayerDied(id=EntityId("other")), notes=KILLED) == KILLED

    def test_the_last_killer_counts(self) -> None:
        later = grudge(Died(killer=EntityId("other")), notes=KILLED)
        assert read("killer", duel(notes=later)) == "other"

    @pytest.mark.parametrize("death", [Died(), Died(killer=EntityId("me")), Died(by_world=True)])
    def test_nobody_is_to_blame_for_an_accident(self, death: Died) -> None:
        mine = msgspec.structs.replace(death, killer=body().id) if death.killer else death
        assert grudge(mine) == {}

    def test_a_brain_remembers_over_its_death(self) -> None:
        text = "State Life\n  During do_nothing\n"
        brain = PlanBrain("x.fsm", BrainSetup(files={"x.fsm": text}, traits=Traits(vengefulness=1.0)))
        brain.decide(View(now=1.0, me=body(), events=(Event(1.0, Died(killer=EntityId("foe"))),)))
        assert "foe" in brain._notes.values()
        plain = PlanBrain("x.fsm", BrainSetup(files={"x.fsm": text}))
        plain.decide(View(now=1.0, me=body(), events=(Event(1.0, Died(killer=EntityId("foe"))),)))
        assert plain._notes == {}


class TestEasyFraggers:
    def two(self, **told: Any) -> Moment:
        """Somebody with a shield gun farther away than somebody with a rifle."""
        armed = enemy("armed", x=500.0, weapon="XWeapons.ShockRifle")
        bare = enemy("bare", x=0.0, y=800.0, weapon="XWeapons.ShieldGun")
        return duel(armed, bare, ROCKETS, **told)

    @pytest.mark.parametrize(("trait", "target"), [(0.0, "armed"), (0.5, "armed"), (1.0, "bare")])
    def test_easy_fraggers_go_for_the_unarmed(self, trait: float, target: str) -> None:
        fight = fighting(somebody(self.two(), easy_fragger=trait)).fight
        assert isinstance(fight, Fight)
        assert fight.target == target

    def lonely(self, **told: Any) -> Moment:
        return duel(enemy("bare", weapon="XWeapons.ShieldGun", **told), ROCKETS)

    def test_the_fair_let_the_unarmed_live(self) -> None:
        fair, common = (somebody(self.lonely(), easy_fragger=one) for one in (0.4, 0.5))
        assert (read("enemy_found", fair), read("enemy_found", common)) == (None, "bare")
        assert (fighting(fair).fight, fighting(fair).move) == (None, Explore())
        assert fail("open_fire", fair)

    def test_the_fair_let_go_of_who_lost_its_weapon_in_the_fight(self) -> None:
        armed = duel(enemy("bare", weapon="XWeapons.ShockRifle"), ROCKETS)
        fair = [somebody(one, easy_fragger=0.0) for one in (armed, self.lonely())]
        wanted, _, _ = steps("fight", fair)
        assert isinstance(wanted[0].fight, Fight)
        assert (wanted[1].fight, wanted[1].move) == (None, Explore())

    def test_the_fair_defend_themselves(self) -> None:
        threats = Threats(attacker=EntityId("bare"), hurt_at=NOW)
        now = duel(enemy("bare", weapon="XWeapons.ShieldGun"), ROCKETS, threats=threats)
        assert read("enemy_found", somebody(now, easy_fragger=0.0)) == "bare"
        shooting = somebody(self.lonely(firing=Firing.PRIMARY), easy_fragger=0.0)
        assert read("enemy_found", shooting) == "bare"

    def test_the_fair_stop_thieves(self) -> None:
        bare = enemy("bare", weapon="XWeapons.ShieldGun")
        now = moment(bare, ROCKETS, flag(0, FlagState.HELD, holder=EntityId("bare")))
        assert read("enemy_found", somebody(now, easy_fragger=0.0)) == "bare"

    def test_who_stands_and_looks_away_may_be_typing(self) -> None:
        typing = enemy("bare", velocity=at(), rotation=Rotation(0, 0, 0))
        ready = enemy("bare", velocity=at(), rotation=Rotation(0, 32768, 0))
        moving = enemy("bare", velocity=at(300.0), rotation=Rotation(0, 0, 0))
        found = [
            read("enemy_found", somebody(duel(one, ROCKETS), easy_fragger=0.0))
            for one in (typing, ready, moving)
        ]
        assert found == [None, "bare", "bare"]

    def test_easy_fraggers_finish_off_the_wounded(self) -> None:
        hurt = grudge(DamageDealt(id=EntityId("bare"), damage=60))
        now = duel(enemy("armed", x=500.0), enemy("bare", x=0.0, y=800.0), ROCKETS, notes=hurt)
        targets = [
            fight.target
            for one in (0.5, 1.0)
            if isinstance(fight := fighting(somebody(now, easy_fragger=one)).fight, Fight)
        ]
        assert targets == ["armed", "bare"]

    def test_wounds_heal(self) -> None:
        hurt = grudge(DamageDealt(id=EntityId("foe"), damage=30))
        assert grudge(DamageDealt(id=EntityId("foe"), damage=30), notes=hurt) != hurt
        assert grudge(PlayerDied(id=EntityId("foe")), notes=hurt) == {}


class TestCamping:
    def quiet(self, camper: float, *known: Any, seed: int = 1, **told: Any) -> Moment:
        rng = Random(seed)  # noqa: S311 - predictable on purpose
        now = duel(*(known or (ROCKETS,)), graph=DEN, rng=rng, **told)
        return somebody(now, camper=camper, self_preservation=0.0)

    def camps(self, camper: float) -> int:
        wanted = (legs(self.quiet(camper, seed=seed), "explore") for seed in range(40))
        return sum(isinstance(one, Camp) for one in wanted)

    def test_the_more_of_a_camper_the_more_often_it_camps(self) -> None:
        often = [self.camps(trait) for trait in (0.0, 0.09, 0.2, 0.6, 1.0)]
        assert often == sorted(often)
        assert (often[0], often[1], often[-1]) == (0, 0, 40)
        assert 2 <= often[2] <= 16

    def test_it_camps_where_few_ways_lead_to(self) -> None:
        assert isinstance(camp := legs(self.quiet(1.0), "explore"), Camp)
        assert camp.place == "nook"

    def test_the_more_of_a_camper_the_longer_it_stays(self) -> None:
        def stay(camper: float) -> float:
            found = (legs(self.quiet(camper, seed=seed), "explore") for seed in range(40))
            return next(one.duration_s for one in found if isinstance(one, Camp))

        assert 120 + 180 * 0.3 <= stay(0.3) <= 135 + 180 * 0.3
        assert 120 + 180 * 0.9 <= stay(0.9) <= 135 + 180 * 0.9

    @pytest.mark.parametrize(
        "known", [(PISTOL,), (gun("RocketLauncher", 9),), (gun("FlakCannon", 20),)], ids=str
    )
    def test_without_a_good_weapon_nobody_camps(self, known: tuple[Any, ...]) -> None:
        assert not read("wants_camp", self.quiet(1.0, *known))
        assert legs(self.quiet(1.0, *known), "explore") == Explore()

    def test_the_wounded_do_not_camp(self) -> None:
        now = duel(ROCKETS, health=20, graph=DEN)
        assert not read("wants_camp", somebody(now, camper=1.0))

    def test_who_has_thought_of_it_a_moment_ago_does_not_think_of_it_again(self) -> None:
        now = self.quiet(1.0, notes={"temper.camped": NOW - 30})
        assert not read("wants_camp", now)
        assert read("wants_camp", self.quiet(1.0, notes={"temper.camped": NOW - 61}))

    def test_a_camp_goes_on_after_a_fight(self) -> None:
        begun = fighting(self.quiet(1.0), "explore")
        later = self.quiet(0.5, notes=dict(begun.notes))
        assert read("is_camping", later)
        assert legs(later, "explore") == begun.move
        assert legs(later, "lie_in_wait") == begun.move

    def test_a_camp_ends(self) -> None:
        begun = fighting(self.quiet(0.98), "explore")
        assert isinstance(begun.move, Camp)
        late = self.quiet(0.98, notes=dict(begun.notes), now=NOW + begun.move.duration_s + 1.0)
        wanted = fighting(late, "explore")
        assert wanted.move == Explore()
        assert wanted.notes["body.camp"] is None

    @pytest.mark.parametrize(("camper", "stays"), [(0.99, False), (1.0, True)])
    def test_who_likes_nothing_better_camps_for_good(self, camper: float, *, stays: bool) -> None:
        begun = fighting(self.quiet(camper), "explore")
        late = self.quiet(camper, notes=dict(begun.notes), now=NOW + 10_000.0)
        assert read("is_camping", late) is stays
        assert (legs(late, "explore") == begun.move) is stays

    def test_nobody_camps_with_a_flag_in_hand(self) -> None:
        carried = flag(1, FlagState.HELD, holder=body().id)
        now = moment(ROCKETS, carried, graph=DEN)
        assert not read("wants_camp", somebody(now, camper=1.0))

    def test_lying_in_wait_leaves_the_legs_alone_otherwise(self) -> None:
        assert legs(self.quiet(0.0), "lie_in_wait") is None
        assert legs(duel(ROCKETS, graph=DEN), "lie_in_wait") is None


class TestWeights:
    def liking(self, text: str) -> Weights:
        return load_weights(PlanText(text))

    def test_a_fight_is_fought_with_the_weapon_that_the_character_likes(self) -> None:
        likes = {
            "flak": weighing(wield_flak=9, wield_rocket=1),
            "rocket": weighing(wield_flak=1, wield_rocket=9),
        }
        held = {}
        for name, text in likes.items():
            now = somebody(duel(enemy(), ROCKETS, gun("FlakCannon", 10)), aggression=1.0)
            now.preferences = self.liking(text)
            fight = fighting(now).fight
            assert isinstance(fight, Fight)
            held[name] = fight.weapon
        assert held == {"flak": "Map.FlakCannon3", "rocket": "Map.RocketLauncher3"}

    def test_items_are_chosen_as_the_character_likes(self) -> None:
        flak = item("flak", category=WEAPON, item_class="X.FlakCannonPickup")
        vest = item("vest", category=ARMOR)
        for name in ("flak", "vest"):
            kind = "armor" if name == "vest" else "flak"
            now = somebody(duel(flak, vest, armor=10))
            now.preferences = self.liking(weighing(**{f"take_{kind}": 50}))
            assert read("best_item", now) == name
            assert read("wanted_item", now) == name

    def brain(self, **told: Any) -> PlanBrain:
        texts = {
            "x.fsm": "State Life\n  During do_nothing\n",
            "arms.weights": weighing(wield_flak=7, take_flak=8),
            "items.weights": weighing(wield_flak=6, take_flak=9),
        }
        return PlanBrain("x.fsm", BrainSetup(files=texts, **told))

    def test_weapons_and_items_come_from_files_of_their_own_and_the_rest_from_the_default(self) -> None:
        traits = Traits(weapon_weights="arms.weights", item_weights="items.weights")
        found = self.brain(traits=traits).preferences
        assert found is not None
        assert (found.value("wield flak", {}), found.value("take flak", {})) == (7.0, 9.0)
        assert "take keg" in found

    def test_weights_that_the_bot_was_told_count_more(self) -> None:
        traits = Traits(weapon_weights="arms.weights", item_weights="items.weights")
        found = self.brain(traits=traits, options={"weights": "items.weights"}).preferences
        assert found is not None
        assert found.value("wield flak", {}) == 6.0

    def test_the_files_are_among_the_sources_of_the_brain(self) -> None:
        traits = Traits(weapon_weights="arms.weights", item_weights="items.weights")
        assert {"arms.weights", "items.weights"} < set(self.brain(traits=traits).sources)


class TestTalking:
    def test_the_fast_type_faster(self) -> None:
        def typed_for(characters_per_minute: int) -> float:
            now = somebody(duel(), characters_per_minute=characters_per_minute)
            notes = dict(want("chat", now, "x" * 40).notes)
            times = [0.5 * tick for tick in range(100)]
            return max(
                time for time in times if read("is_typing", somebody(duel(now=NOW + time, notes=notes)))
            )

        assert (typed_for(120), typed_for(600)) == (19.5, 3.5)

    @pytest.mark.parametrize(
        ("about", "tendency"),
        [("random", "random"), ("hit", "hit_no_death"), ("death", "death"), ("kill", "kill")],
    )
    def test_nobody_talks_of_what_it_never_talks_of(self, about: str, tendency: str) -> None:
        told: dict[str, Any] = {"is_alive": about != "death"}
        if about == "hit":
            told["threats"] = Threats(hurt_at=NOW)
        if about == "kill":
            dead = PlayerDied(id=EntityId("foe"), killer=body().id)
            told["events"] = (Event(NOW, dead),)
        now = duel(enemy(is_visible=False), **told)
        assert read("wants_to_chat", now, about)
        assert read("wants_to_chat", somebody(now, tendencies={tendency: 1.0}), about)
        assert not read("wants_to_chat", somebody(now, tendencies={tendency: 0.0}), about)

    def test_who_is_seldom_in_the_mood_waits_longer(self) -> None:
        def is_due(tendency: float, after_s: float) -> bool:
            now = duel(enemy(is_visible=False), notes={"at.chat": NOW - after_s})
            return bool(read("wants_to_chat", somebody(now, tendencies={"random": tendency}), "random"))

        assert [is_due(1.0, 24.0), is_due(1.0, 26.0)] == [False, True]
        assert [is_due(0.25, 26.0), is_due(0.25, 101.0)] == [False, True]
