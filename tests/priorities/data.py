"""A damage chart and a small catalog of units, as data for tests."""

from __future__ import annotations

from agentfw.priorities import Catalog, Chart, Group, UnitType

CHART = Chart(
    {
        "heavy": {"piercing": 1.0, "light": 0.5, "medium": 0.75, "explosive": 0.5},
        "medium": {"piercing": 0.9, "light": 0.5, "medium": 1.0, "explosive": 0.75},
        "light": {"piercing": 0.75, "light": 2.0, "medium": 1.0, "explosive": 1.0},
        "ecological": {"piercing": 2.0, "light": 0.1, "medium": 0.5, "explosive": 2.0},
        "building": {"piercing": 1.25, "light": 0.1, "medium": 0.5, "explosive": 2.0},
        "armored building": {"piercing": 1.5, "light": 0.1, "medium": 0.5, "explosive": 0.75},
    }
)


def unit(name: str, armor: str, damage: str | None, *groups: Group, **told: object) -> UnitType:
    """A type of unit; 100 health and 10 damage per second unless told otherwise."""
    usual: dict[str, object] = {"health": 100.0, "dps": 10.0 if damage else 0.0}
    return UnitType(
        name=name,
        armor=armor,
        damage=damage,
        groups=frozenset(groups),
        **(usual | told),  # type: ignore[arg-type]  # fields by name, checked by the struct
    )


ATTACK, TOWER, ECONOMIC = Group.ATTACK_FORCE, Group.ARMORED_BUILDING, Group.ECONOMIC
BUILDER, FACTORY, MOBILE, SCOUT = Group.BUILDER, Group.FACTORY, Group.MOBILE_BUILDER, Group.SCOUT

TANK = unit("tank", "heavy", "explosive", ATTACK, health=700.0, dps=20.0)
RAIDER = unit("raider", "light", "light", ATTACK, health=300.0)
LANCER = unit("lancer", "medium", "piercing", ATTACK, health=400.0, dps=15.0)
FLAK = unit("flak", "medium", "medium", ATTACK, can_attack_air=True)
JET = unit("jet", "light", "piercing", ATTACK, flies=True)
TURRET = unit("turret", "armored building", "piercing", TOWER)
PLANT = unit("plant", "building", None, BUILDER, FACTORY, builds=frozenset({"tank", "raider", "wagon"}))
HANGAR = unit("hangar", "building", None, BUILDER, FACTORY, builds=frozenset({"jet", "spy", "crane"}))
WAGON = unit("wagon", "light", None, BUILDER, MOBILE, builds=frozenset({"plant", "fusion", "turret"}))
CRANE = unit(
    "crane",
    "light",
    None,
    BUILDER,
    MOBILE,
    flies=True,
    builds=frozenset({"plant", "hangar", "extractor"}),
)
FUSION = unit("fusion", "ecological", None, ECONOMIC)
EXTRACTOR = unit("extractor", "ecological", None, ECONOMIC)
MAKER = unit("maker", "ecological", None, ECONOMIC)
STORE = unit("store", "building", None, ECONOMIC)
SPY = unit("spy", "light", None, SCOUT, flies=True)
HULK = unit("hulk", "heavy", "light", ATTACK, is_built=False)

CATALOG = Catalog(
    (
        *(TANK, RAIDER, LANCER, FLAK, JET, TURRET, PLANT, HANGAR, WAGON, CRANE),
        *(FUSION, EXTRACTOR, MAKER, STORE, SPY, HULK),
    )
)
