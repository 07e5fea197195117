"""What the traits of a character change in what a bot decides: one trait after the other."""

from __future__ import annotations

from random import Random
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
from agentfw.geometry import Rotation
from agentfw.navigation import LinkKind
from agentfw.perception import Event, View
from agentfw.perception.threats import Threats
from agentfw.skills.grudges import remembered
from agentfw.vocabulary import (
    NO_TEAM,
    DamageDealt,
    Died,
    EntityId,
    Firing,
    FlagState,
    GameInfo,
    ItemCategory,
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
from tests.support.bodies import map_of
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.navigation import PlaceGraph
    from agentfw.perception import KnownItem
    from agentfw.skills import Moment, Wants
    from agentfw.vocabulary import Percept

DUEL = GameInfo(game_type="DeathMatch")
ARMOR, WEAPON = ItemCategory.ARMOR, ItemCategory.WEAPON
ROCKETS = gun("RocketLauncher", 12)
"""As fit as 90 of 100 with good health."""
PISTOL = gun("Enforcer", 50)
"""As fit as 0 of 100."""


def somebody(now: Moment, **traits: Any) -> Moment:
    """A moment as somebody of a character sees it."""
    now.traits = Traits(**traits)
    return now


def duel(*known: Any, health: int = 100, armor: int = 0, **told: Any) -> Moment:
    """A moment in which everybody plays for himself."""
    me = body(health=health, armor=armor, team=NO_TEAM)
    return moment(*known, me=me, game=DUEL, **told)


def fighting(now: Moment, name: str = "fight", *arguments: Any) -> Wants:
    """What somebody wants in the first think of an act."""
    (wanted,), _, _ = steps(name, [now], *arguments)
    return wanted


def legs(now: Moment, name: str = "fight") -> object:
    return fighting(now, name).move


def flak_cannon(x: float) -> KnownItem:
    """A weapon that makes its owner fit for a fight."""
    return item("gun", x=x, category=WEAPON, item_class="X.FlakCannonPickup")


def weighing(**weights: int) -> str:
    """A file with weights that never change."""
    named = {name.replace("_", " "): value for name, value in weights.items()}
    return "".join(f'weight "{name}"\n{{\n    return {value};\n}}\n' for name, value in named.items())


def grudge(*percepts: Percept, notes: dict[str, Any] | None = None) -> dict[str, Any]:
    """What is remembered of what has happened, on top of what was."""
    events = tuple(Event(NOW, percept) for percept in percepts)
    before = notes or {}
    found = remembered(View(now=NOW, me=body(), events=events), before)
    return {name: value for name, value in (before | found).items() if value is not None}


KILLED = grudge(Died(killer=EntityId("foe")))


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
    DEN: PlaceGraph = map_of(
        {"hall": at(0), "nook": at(400), "gate": at(0, 400), "far": at(3000)},
        [
            ("hall", "nook", LinkKind.WALK),
            ("nook", "hall", LinkKind.WALK),
            ("hall", "gate", LinkKind.WALK),
            ("gate", "hall", LinkKind.WALK),
            ("gate", "far", LinkKind.WALK),
            ("far", "gate", LinkKind.WALK),
            ("hall", "far", LinkKind.WALK),
        ],
    )

    def quiet(self, camper: float, *known: Any, seed: int = 1, **told: Any) -> Moment:
        rng = Random(seed)  # noqa: S311 - predictable on purpose
        now = duel(*(known or (ROCKETS,)), graph=self.DEN, rng=rng, **told)
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
        now = duel(ROCKETS, health=20, graph=self.DEN)
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
        now = moment(ROCKETS, carried, graph=self.DEN)
        assert not read("wants_camp", somebody(now, camper=1.0))

    def test_lying_in_wait_leaves_the_legs_alone_otherwise(self) -> None:
        assert legs(self.quiet(0.0), "lie_in_wait") is None
        assert legs(duel(ROCKETS, graph=self.DEN), "lie_in_wait") is None


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
        now = duel(ROCKETS, graph=TestCamping.DEN)
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
