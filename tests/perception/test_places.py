"""Places: the map as it is told or learned, where this bot and everything else is on it, and visits."""

from __future__ import annotations

from agentfw.navigation import Link, Node, PlaceGraph, grid_graph
from agentfw.vocabulary import (
    Died,
    EntityId,
    GameInfo,
    ItemPickedUp,
    PathReply,
    PathStep,
    PlaceKind,
    PlaceLink,
    PlayerLeft,
    ScoreBoard,
    SelfMotion,
    Spawned,
)
from tests.support.seeing import ME, Watch, at, enemy, flag, item, listing, me, place, point, snap

A, B, C = (EntityId(name) for name in "abc")
MAP = listing(
    place("a", 0), PlaceLink(target=B), place("b", 500), PlaceLink(target=C), place("c", 1000), point()
)


def told_map() -> Watch:
    """A bot that was told a map of three places in a row, 500 uu apart."""
    return Watch().hear(MAP)


def walk(watch: Watch, *stops: float) -> Watch:
    """Be seen at points, one after the other, a second apart."""
    for x in stops:
        watch.look(me(x), now=watch.now + 1.0)
    return watch


def test_a_map_that_is_told_is_known_at_once() -> None:
    graph = told_map().view().graph
    assert [(link.start, link.end) for link in graph.links] == [(A, B), (B, C)]


def test_a_map_from_a_file_is_used() -> None:
    watch, graph = Watch(), grid_graph(["..."])
    watch.store.adopt_map(graph)
    assert watch.view().graph is graph


def test_a_map_from_a_file_is_not_touched_by_what_is_seen() -> None:
    watch, graph = Watch(), grid_graph(["..."])
    watch.store.adopt_map(graph)
    watch.look(me(), place("new", 300), now=5.0)
    assert watch.view(9.0).graph is graph


def test_a_map_from_a_file_goes_before_the_one_that_the_server_lists() -> None:
    watch, graph = Watch(), grid_graph(["..."])
    watch.store.adopt_map(graph)
    assert watch.hear(MAP).view().graph is graph


def test_a_map_of_another_level_is_of_no_use() -> None:
    watch = Watch()
    watch.store.adopt_map(PlaceGraph([Node(A, at())], [], "DM-One"))
    assert len(watch.hear(GameInfo(level="DM-Two")).view().graph) == 0


def test_the_name_of_a_level_is_the_same_in_any_case() -> None:
    watch = Watch()
    watch.store.adopt_map(PlaceGraph([Node(A, at())], [], "DM-One"))
    assert set(watch.hear(GameInfo(level="dm-one")).view().graph.nodes) == {A}


def test_a_learned_map_from_a_file_is_learned_further() -> None:
    watch = Watch()
    known = [Node(A, at(0), is_learned=True), Node(B, at(500), is_learned=True)]
    watch.store.adopt_map(PlaceGraph(known, [Link(A, B, 500.0)]))
    watch.look(me(900), place("c", 1000), now=2.0)
    graph = watch.view(5.0).graph
    assert set(graph.nodes) == {A, B, C}
    assert graph.link(A, B) is not None


def test_seen_places_extend_a_map_that_nobody_told() -> None:
    watch = Watch()
    watch.look(me(), place("a", 300, kind=PlaceKind.PLAYER_START))
    node = watch.look(me(), place("b", 600), now=2.0).graph.node(A)
    assert (node.location, node.kind) == (at(300), PlaceKind.PLAYER_START)
    assert set(watch.view(4.0).graph.nodes) == {A, B}


def test_seen_points_extend_a_map_that_nobody_told() -> None:
    assert set(Watch().look(me(), point()).graph.nodes) == {point().id}


def test_seen_items_extend_a_map_that_nobody_told() -> None:
    watch = Watch()
    watch.look(me(), item(x=300))
    assert watch.look(me(), item(x=300), now=30.0).graph.nearest(at(300), within=10.0) is None
    watch.look(me(), item(x=300), now=45.0)
    assert watch.view(50.0).graph.nearest(at(300), within=10.0) is not None


def test_places_that_are_listed_without_links_extend_the_map() -> None:
    assert set(Watch().hear(listing(place("a", 300), place("b", 600))).view(5.0).graph.nodes) == {A, B}


def test_a_learned_map_bears_the_name_of_the_level() -> None:
    watch = Watch().hear(GameInfo(level="DM-One"))
    assert watch.look(me(), place("a", 300)).graph.level == "DM-One"


def test_a_way_that_was_walked_is_on_the_map() -> None:
    watch = Watch()
    for now, x in ((1.0, 900), (2.0, 0), (3.0, 500), (5.0, 500)):
        watch.look(me(x), place("a", 0), place("b", 500), now=now)
    assert {(link.start, link.end) for link in watch.view(8.0).graph.links} == {(A, B), (B, A)}


def test_a_detour_teaches_no_way() -> None:
    watch = Watch()
    seen = place("a", 0), place("b", 500)
    for number, (x, y) in enumerate(((900, 0), (0, 0), (0, 600), (500, 600), (500, 0))):
        watch.look(me(x, y), *seen, now=1.0 + number)
    assert watch.view(9.0).graph.links == ()


def test_a_lift_is_where_it_rests_whatever_height_it_is_seen_at() -> None:
    watch, lift = Watch(), EntityId("DM-One.LiftCenter0")
    for number, height in enumerate((300.0, 40.0, 200.0)):
        watch.look(me(), place(lift, location=at(500, 0, height)), now=2.0 * number)
    node = watch.view(9.0).graph.node(lift)
    assert (node.location, node.kind) == (at(500, 0, 40), PlaceKind.LIFT_CENTER)


def test_a_way_that_the_server_named_is_on_the_map() -> None:
    steps = tuple(PathStep(name, at(x)) for name, x in ((A, 0), (B, 500), (C, 1000)))
    graph = Watch().hear(PathReply(steps=steps)).view(2.0).graph
    assert graph.link(A, B) is not None
    assert graph.link(B, C) is not None


def test_what_can_be_run_to_from_where_the_bot_is_is_linked() -> None:
    watch = Watch()
    watch.look(me(900), place("a", 0))
    watch.look(me(0), place("a", 0), now=2.0)
    watch.look(me(0), place("b", 500, reachable=True), now=3.0)
    assert watch.view(5.0).graph.link(A, B) is not None


def test_a_learned_map_is_drawn_anew_once_a_second_at_most() -> None:
    watch = Watch()
    watch.look(me(), place("a", 300), now=1.0)
    first = watch.view().chart
    assert watch.look(me(), place("b", 600), now=1.5).chart is first
    assert set(watch.view(2.0).graph.nodes) == {A, B}


def test_another_level_means_another_map() -> None:
    watch = Watch().hear(GameInfo(level="DM-One"), MAP)
    walk(watch, 0.0)
    view = watch.hear(GameInfo(level="DM-Two")).view()
    assert (len(view.graph), view.visits, view.place, view.points) == (0, {}, None, {})


def test_the_same_level_told_again_keeps_the_map() -> None:
    watch = Watch().hear(GameInfo(level="DM-One"), MAP)
    assert len(watch.hear(GameInfo(level="DM-One")).view().graph) == 4


def test_another_level_means_another_match() -> None:
    watch = Watch().hear(GameInfo(level="DM-One"), ScoreBoard(players=((ME, 5.0),)))
    assert watch.hear(GameInfo(level="DM-Two")).view().scores.players == {}


def test_a_batch_that_tells_of_another_level_is_believed_whole() -> None:
    watch = Watch().hear(GameInfo(level="DM-One"))
    view = watch.look(GameInfo(level="DM-Two"), me(), enemy(), place("a", 0), now=5.0)
    assert (len(view.players), len(view.visible_places)) == (1, 1)


def test_places_in_sight_are_told_as_they_were_seen() -> None:
    seen = place("a", 300, reachable=True)
    watch = Watch()
    assert watch.look(me(), seen).visible_places == {A: seen}
    assert watch.look(me(), now=1.0).visible_places == {}


def test_a_bot_near_a_place_is_at_it() -> None:
    assert walk(told_map(), 70.0).view().place == A


def test_a_bot_between_places_is_at_none_and_was_at_the_last() -> None:
    view = walk(told_map(), 0.0, 250.0).view()
    assert (view.place, view.last_place) == (None, A)


def test_a_bot_that_is_pushed_away_is_not_at_the_place_any_more() -> None:
    watch = walk(told_map(), 0.0)
    watch.hear(SelfMotion(location=at(200)), now=1.1)
    assert watch.view().place is None


def test_a_bot_at_the_same_spot_on_another_floor_is_not_at_the_place() -> None:
    watch = told_map()
    assert watch.look(me(location=at(0, 0, 300))).place is None


def test_a_bot_that_stands_at_a_place_knows_so_once_the_place_is_known() -> None:
    watch = Watch()
    for now in (1.0, 3.0, 5.0):
        watch.look(me(), place("a", 0), now=now)
    assert watch.view().place == A


def test_visits_are_counted_by_place() -> None:
    view = walk(told_map(), 0.0, 250.0, 500.0, 250.0, 0.0).view()
    assert view.visits == {A: 2, B: 1}


def test_visits_of_an_earlier_view_stay_as_they_were() -> None:
    watch = told_map()
    before = walk(watch, 0.0).view().visits
    walk(watch, 500.0, 0.0)
    assert before == {A: 1}


def test_visits_of_another_level_do_not_count() -> None:
    watch = walk(Watch().hear(GameInfo(level="DM-One"), MAP), 0.0)
    watch.hear(GameInfo(level="DM-Two"), MAP)
    assert walk(watch, 500.0).view().visits == {B: 1}


def test_staying_at_a_place_is_one_visit() -> None:
    assert walk(told_map(), 0.0, 10.0, 50.0, 5.0).view().visits == {A: 1}


def test_coming_back_after_a_death_is_another_visit() -> None:
    watch = walk(told_map(), 0.0)
    watch.hear(Died(), Spawned())
    assert walk(watch, 0.0).view().visits == {A: 2}


def test_a_view_tells_all_that_choosing_the_least_visited_reachable_place_takes() -> None:
    watch = walk(told_map(), 0.0, 500.0, 1000.0, 500.0)
    seen = [place("a", 0, reachable=True), place("b", 500, reachable=True), place("c", 1000)]
    view = watch.look(me(500), *seen, now=9.0)
    there = [one for one in view.visible_places.values() if one.reachable]
    far = [one for one in there if view.distance_to(one.location) > 30.0]
    assert [(one.id, view.visits[one.id]) for one in far] == [(A, 1)]


def test_everything_is_linked_to_the_place_it_is_at() -> None:
    watch = told_map()
    view = watch.look(me(), enemy(x=480), item(x=1010), flag(1, x=20))
    names = {"foe": B, "kit": C, "flag1": A, "dom": point().id}
    assert {name: view.place_of(EntityId(name)) for name in names} == names


def test_every_place_is_linked_to_what_is_there() -> None:
    view = told_map().look(me(), enemy(x=480), item(x=520))
    assert view.entities_at(B) == ("foe", "kit")
    assert view.entities_at(C) == ()


def test_links_follow_whoever_moves() -> None:
    watch = told_map()
    watch.look(me(), enemy(x=0))
    view = watch.look(me(), enemy(x=1000), now=1.0)
    assert (view.place_of(enemy().id), view.entities_at(A), view.entities_at(C)) == (C, (), ("foe",))


def test_links_go_with_whoever_leaves() -> None:
    watch = told_map()
    watch.look(me(), enemy(x=0))
    view = watch.hear(PlayerLeft(id=enemy().id)).view()
    assert (view.place_of(enemy().id), view.entities_at(A)) == (None, ())


def test_links_go_with_a_dropped_item_that_was_taken() -> None:
    watch = told_map()
    watch.look(me(), item(x=0, dropped=True))
    view = watch.hear(ItemPickedUp(id=item().id, dropped=True)).view()
    assert view.entities_at(A) == ()


def test_links_of_an_earlier_view_stay_as_they_were() -> None:
    watch = told_map()
    before = watch.look(me(), enemy(x=0))
    watch.look(me(), enemy(x=1000), now=1.0)
    assert before.entities_at(A) == ("foe",)


def test_what_is_far_from_every_place_is_at_none() -> None:
    assert told_map().look(me(), enemy(x=5000)).place_of(enemy().id) is None


def test_everything_with_a_name_can_be_located() -> None:
    watch = told_map()
    watch.hear(snap(me(), enemy(x=480), item(x=1010), flag(1, x=20)))
    names = ("foe", "kit", "flag1", "dom", "a", "ghost")
    found = [watch.store.view(1.0).locate(EntityId(name)) for name in names]
    assert found == [at(480), at(1010), at(20), at(400), at(0), None]
