"""Getting away from enemies, and out of their sight."""

from __future__ import annotations

from agentfw.decisions import Decision, Hide, Retreat
from agentfw.geometry import ORIGIN
from agentfw.navigation import LinkKind
from agentfw.vocabulary import AskTrace, EntityId, MoveTo, RequestTimedOut, Stop, TraceReply
from tests.support.bodies import Field, at, map_of, player, row_of

FOE = EntityId("foe")
RETREAT = Decision(move=Retreat(calm_s=2.0))
HIDE = Decision(move=Hide())


def star() -> Field:
    """A middle with four arms; the body is in the middle."""
    places = {"m": at(0), "n": at(0, 900), "s": at(0, -900), "e": at(900), "w": at(-900)}
    links = [(one, "m", LinkKind.WALK) for one in "nsew"]
    return Field(graph=map_of(places, [*links, *(("m", one, LinkKind.WALK) for one in "nsew")]))


class Spectator:
    """A game that answers whether places are in sight of the enemy."""

    def __init__(self, covered: set[str]) -> None:
        self._covered = covered

    def __call__(self, field: Field) -> None:
        for now, asked in field.said:
            if isinstance(asked, AskTrace) and now == field.now and asked.request is not None:
                node = field.chart.graph.nearest(asked.end)
                hit = node is not None and node.id in self._covered
                field.tell(TraceReply(detailed=False, request=asked.request, hit=hit))


class TestRetreat:
    def test_a_body_runs_away_from_the_enemy(self) -> None:
        field = star()
        field.meet(player("foe", at(600)))
        field.run(RETREAT, 2.0)
        assert field.here is not None
        assert field.here.x < -500

    def test_it_is_calm_when_no_enemy_was_seen_for_a_while(self) -> None:
        field = star()
        field.meet(player("foe", at(600)))
        field.run(RETREAT, 1.0)
        field.meet(player("foe", at(600), visible=False))
        lost_at = field.now
        assert field.finish(RETREAT, within=3.0).is_done
        assert field.now - lost_at >= 2.0
        assert isinstance(field.said[-1][1], Stop)

    def test_who_sees_no_enemy_is_calm_soon_and_stays(self) -> None:
        field = star()
        assert field.finish(RETREAT, within=2.5).is_done
        assert field.all_said(MoveTo) == []

    def test_an_enemy_that_cannot_be_shaken_off_is_a_failure(self) -> None:
        field = star()

        def cling(field: Field) -> None:
            assert field.here is not None
            field.meet(player("foe", field.here + at(200, 100)))

        field.gadgets.append(cling)
        field.meet(player("foe", at(200, 100)))
        ended = field.finish(RETREAT, within=61.0)
        assert ended.reason == "could not shake them off within 60 s"

    def test_without_a_map_the_body_runs_straight_away(self) -> None:
        field = Field()
        field.meet(player("foe", at(300)))
        field.run(RETREAT, 1.0)
        assert field.here is not None
        assert field.here.x < -300

    def test_only_the_one_who_was_named_is_fled(self) -> None:
        field = star()
        field.meet(player("foe", at(0, 600)), player("other", at(0, -300)))
        field.run(Decision(move=Retreat(from_player=FOE)), 1.0)
        assert field.here is not None
        assert field.here.y < 0


class TestHide:
    def test_a_body_goes_where_the_enemy_cannot_see_it_and_stays(self) -> None:
        field = star()
        field.meet(player("foe", at(600, 300)))
        field.gadgets.append(Spectator({"s"}))
        field.gadgets.append(
            lambda f: f.meet(player("foe", at(600, 300), visible=(f.here or ORIGIN).y > -700))
        )
        field.run(HIDE, 6.0)
        assert field.here is not None
        assert field.here.distance_to(at(0, -900)) < 60
        assert field.body.activities["move"].detail == "hidden"

    def test_the_nearest_cover_is_taken(self) -> None:
        field = star()
        field.here = at(0, -300)
        field.meet(player("foe", at(600, 300)))
        field.gadgets.append(Spectator({"s", "w", "n"}))
        field.run(HIDE, 3.0)
        assert field.here.y < -500

    def test_a_game_that_does_not_answer_is_not_waited_for(self) -> None:
        field = star()
        field.meet(player("foe", at(600)))
        field.run(HIDE, 3.0)
        assert field.here is not None
        assert field.here.x < -300

    def test_a_game_that_will_never_answer_is_not_waited_for_at_all(self) -> None:
        field = star()
        field.meet(player("foe", at(600)))
        field.think(HIDE)
        _, asked = field.all_said(AskTrace)[0]
        assert isinstance(asked, AskTrace)
        assert asked.request is not None
        field.tell(RequestTimedOut(request=asked.request, question=asked))
        field.think(HIDE)
        assert field.body.activities["move"].detail == "going into hiding"

    def test_who_is_found_everywhere_gives_up(self) -> None:
        field = star()
        field.meet(player("foe", at(600)))
        field.gadgets.append(Spectator({"w", "n"}))
        ended = field.finish(HIDE, within=60.0)
        assert ended.reason == "is found wherever it hides"

    def test_a_map_without_places_has_none_to_hide_at(self) -> None:
        field = Field()
        field.meet(player("foe", at(600)))
        assert field.finish(HIDE).reason == "knows no place to hide"

    def test_who_sees_nobody_has_nobody_to_hide_from(self) -> None:
        field = Field(graph=row_of("ab"))
        assert field.run(HIDE, 2.0) == []
        assert field.body.activities["move"].detail == "nobody to hide from"
