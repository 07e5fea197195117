"""All rules together: what is wanted in one situation."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.priorities import Catalog, Sightings, Totals, rank
from agentfw.priorities.economy import FORCE_BUILD, Spots
from agentfw.priorities.groups import EconomicTypes, Situation, group_priorities
from tests.priorities.data import (
    ATTACK,
    CATALOG,
    CHART,
    ECONOMIC,
    JET,
    LANCER,
    RAIDER,
    SCOUT,
    TANK,
    TOWER,
    TURRET,
    unit,
)

TYPES = EconomicTypes(fusion="fusion", extractor="extractor", maker="maker", storage="store")
FIGHTERS = [one for one in CATALOG if ATTACK in one.groups and one.is_built]


def enemies(*types: tuple[object, int]) -> Totals:
    seen = Sightings()
    for kind, count in types:
        for number in range(count):
            seen.see(f"{kind}{number}", kind, 0.0)  # type: ignore[arg-type]  # types of the data
    return seen.totals()


def most_wanted(now: Situation, *, counts_own: bool = False) -> str:
    groups = group_priorities(CATALOG, CHART, TYPES, now, counts_own=counts_own)
    return rank(FIGHTERS, groups)[0].name


def test_the_most_wanted_fighter_changes_with_what_is_seen() -> None:
    against_tanks = Situation(minutes=5.0, enemies=enemies((TANK, 5)))
    against_raiders = Situation(minutes=5.0, enemies=enemies((RAIDER, 5)))
    assert most_wanted(against_tanks) == "lancer"
    assert most_wanted(against_raiders) == "flak"


def test_a_fighter_is_wanted_less_with_each_that_is_owned() -> None:
    seen = enemies((TANK, 5))
    groups = [
        group_priorities(
            CATALOG, CHART, TYPES, Situation(minutes=5.0, enemies=seen, owned={"lancer": n})
        )
        for n in range(3)
    ]
    worth = [one[ATTACK](LANCER) for one in groups]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] - worth[2] == pytest.approx(8.0)


def test_own_damage_lowers_siblings_of_the_same_damage_only_when_it_counts() -> None:
    owned = {"lancer": 3}
    now = Situation(minutes=5.0, enemies=enemies((TANK, 5)), owned=owned)
    plain = group_priorities(CATALOG, CHART, TYPES, now)
    counting = group_priorities(CATALOG, CHART, TYPES, now, counts_own=True)
    assert counting[ATTACK](JET) < plain[ATTACK](JET)
    assert counting[ATTACK](RAIDER) == plain[ATTACK](RAIDER)


def test_flying_enemies_make_anti_air_wanted() -> None:
    calm = Situation(minutes=5.0, enemies=enemies((TANK, 5)))
    bombed = Situation(minutes=5.0, enemies=enemies((TANK, 5), (JET, 9)))
    assert most_wanted(calm) != "flak"
    assert most_wanted(bombed) == "flak"


def test_towers_are_chosen_by_the_attackers_alone() -> None:
    sniper = unit("sniper", "armored building", "light", TOWER)
    now = Situation(
        minutes=5.0, enemies=enemies((TURRET, 9), (RAIDER, 2)), attackers=enemies((RAIDER, 2))
    )
    groups = group_priorities(CATALOG, CHART, TYPES, now)
    assert groups[TOWER](sniper) > groups[TOWER](TURRET)


def test_missing_scouts_come_before_all() -> None:
    now = Situation(minutes=5.0)
    assert rank(CATALOG, group_priorities(CATALOG, CHART, TYPES, now))[0].priority == FORCE_BUILD
    scouted = Situation(minutes=5.0, owned={"spy": 1})
    assert group_priorities(CATALOG, CHART, TYPES, scouted)[SCOUT](CATALOG["spy"]) == 0.0


def test_the_economy_is_clamped() -> None:
    now = Situation(minutes=60.0, spots=Spots(total=20))
    assert group_priorities(CATALOG, CHART, TYPES, now)[ECONOMIC](CATALOG["extractor"]) == 800.0


def test_makers_take_the_place_of_extractors() -> None:
    def economic(spots: Spots) -> list[str]:
        now = Situation(minutes=20.0, energy_income=900.0, spots=spots, owned={"spy": 1})
        groups = group_priorities(CATALOG, CHART, TYPES, now)
        found = rank(CATALOG, groups, economics_only=True)
        return [one.name for one in found if one.name in ("extractor", "maker")]

    assert economic(Spots(total=20, ours=8)) == ["extractor"]
    assert economic(Spots(total=20, ours=10, enemy=9)) == ["maker"]


def test_a_fighter_without_damage_is_an_error() -> None:
    dove = unit("dove", "light", None, ATTACK)
    groups = group_priorities(Catalog([dove]), CHART, TYPES, Situation(minutes=1.0))
    with pytest.raises(UsageError, match='"dove" is in a group that fights'):
        groups[ATTACK](dove)
