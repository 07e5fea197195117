"""Teams with leaders in real matches: orders, shared facts, failures, and that all of it is recorded."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from agentfw.decisions import DEAF, OrderState
from agentfw.errors import UsageError
from agentfw.match import explain, replay
from agentfw.match.teams import play_lineup
from agentfw.recording import LEADER, Briefed, Ended, RecordingWriter, Thought, Told, open_recording
from agentfw.team import Lineup
from agentfw.team.orders import OrderBook
from tests.match.led import crossing, leader, led, play, scripted, vault
from tests.match.lineups import bot, brain_file, digests

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.recording import Record
    from agentfw.team import TeamPlan
    from tests.match.led import Played

REDS, BLUES = ("Ada", "Bea", "Cy"), ("Paul", "Quin")
SCRIPTED = "tests.match.led:Scripted"


def domination() -> tuple[TeamPlan, TeamPlan]:
    return (
        led(
            "red",
            0,
            *(bot(name, "domination.htn") for name in REDS),
            coordinator=leader("red", "domination-leader.htn"),
        ),
        led("blue", 1, *(bot(name, "domination.lap") for name in BLUES)),
    )


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Domination: three with a leader against two that share what they see."""
    return play(tmp_path_factory.mktemp("match"), *domination(), ground=crossing())


# A leader over bots


def test_leader_is_recorded_beside_its_bots(match: Played) -> None:
    files = sorted(one.name for one in match.folder.iterdir())
    assert files == sorted(
        [*(f"{name}.rec" for name in (*REDS, *BLUES, "red-coordinator")), "result.json"]
    )
    header = open_recording(match.folder / "red-coordinator.rec").header
    assert (header.role, header.bot, header.brain) == (
        LEADER,
        "red-coordinator",
        "domination-leader.htn",
    )
    assert "domination-leader.htn" in header.files
    assert match.records("red-coordinator", Ended)[-1].reason == "the match is over"


def test_leader_hears_of_all_its_bots_and_of_no_other(match: Played) -> None:
    briefed = match.records("red-coordinator", Briefed)
    assert {one.bot for each in briefed for one in each.reports} == set(REDS)
    assert {fact.source for each in briefed for fact in each.facts} <= set(REDS)


def test_leader_thinks_twice_a_second_and_at_once_when_it_matters(match: Played) -> None:
    times = [one.at for one in match.records("red-coordinator", Thought)]
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert max(gaps) < 0.75
    urgent = {"point owner", "base", "flag seen", "carrier seen"}
    briefed = match.records("red-coordinator", Briefed)[1:]
    hasty = [one for one, gap in zip(briefed, gaps, strict=False) if gap < 0.45]
    assert hasty
    assert all(
        one.lost or one.requests or urgent & {fact.subject for fact in one.facts} for one in hasty
    )


def test_report_names_the_leader_and_how_much_it_ordered(match: Played) -> None:
    (found,) = match.report.leaders
    orders = [one for each in match.records("red-coordinator", Thought) for one in each.decision.orders]
    assert (found.name, found.team, found.side) == ("red-coordinator", "red", 0)
    assert (found.brain, found.orders, found.refused, found.restarts) == (
        *("domination-leader.htn", len(orders)),
        *((), 0),
    )
    assert found.think_p99_ms is not None
    assert found.think_p99_ms > 0.0
    assert match.report.untimed().leaders[0].think_p99_ms is None


def test_report_says_what_became_of_a_leader_that_failed(headless: Played) -> None:
    (found,) = headless.report.leaders
    assert (found.restarts, found.phase) == (3, "given up")
    assert found.why.startswith("Failing.decide() raised LookupError at ")


def test_what_bots_refuse_is_news_and_in_the_report(tmp_path: Path) -> None:
    ada = bot("Ada", "deathmatch.lap")
    red = led("red", 0, ada, coordinator=scripted("red", "2 Ada dance", "5 Ada dance"))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.2))
    why = 'dance to Ada: does not know how to "dance"'
    assert found.news("refused") == [f"red-coordinator refused: {why}"]
    assert [one.refused for one in found.report.leaders] == [(why,)]


def test_mistake_of_ours_in_an_order_is_news_but_nothing_that_was_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_told: object, **_more: object) -> None:
        raise LookupError("ours")

    monkeypatch.setattr(OrderBook, "_tell", stumble)
    ada = bot("Ada", "deathmatch.lap")
    red = led("red", 0, ada, coordinator=scripted("red", "2 Ada dance"))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.2))
    assert found.news("raised") == ['the owner of "dance" raised: LookupError: ours']
    assert found.news("refused") == []


def test_bots_do_what_is_ordered(match: Played) -> None:
    for name in REDS:
        assert any(order.startswith("hold ") for each in match.orders(name) for order in each)
        answers = [a for one in match.records(name, Thought) for a in one.decision.answers]
        assert OrderState.ACCEPTED in {one.state for one in answers}
        obeying = [path for path in match.paths(name) if path.startswith("ordered: hold")]
        assert len(obeying) > 50


def test_orders_spread_the_bots_over_the_points(match: Played) -> None:
    last = {name: match.orders(name)[-1] for name in REDS}
    assert len(set(last.values())) == 3


def test_facts_are_shared_within_a_team_only(match: Played) -> None:
    for team in (REDS, BLUES):
        for name in team:
            assert {fact.source for fact in match.facts(name)} <= set(team) - {name}
    assert match.facts("Ada")
    assert match.facts("Paul")


def test_facts_are_told_by_the_clock_of_who_hears_them(match: Played) -> None:
    for name in (*REDS, *BLUES):
        for told in match.records(name, Told):
            assert all(told.at - 0.5 < fact.at <= told.at or fact.at == 0.0 for fact in told.facts)


def test_bots_without_a_leader_are_never_ordered_about(match: Played) -> None:
    assert {order for name in BLUES for order in match.orders(name)} == {()}


def test_all_recordings_replay_exactly(match: Played) -> None:
    verdicts = {file.stem: replay(file) for file in match.folder.glob("*.rec")}
    assert all(one.is_exact for one in verdicts.values()), verdicts
    assert verdicts["red-coordinator"].thinks == len(match.records("red-coordinator", Thought)) > 30


def test_what_a_leader_decided_is_explained(match: Played) -> None:
    first = next(one for one in match.records("red-coordinator", Thought) if one.decision.orders)
    found = explain(match.folder / "red-coordinator.rec", first.at)
    assert found.at == first.at
    assert found.decision.orders == first.decision.orders
    assert found.decision.reason.path[:2] == ("Lead", "cover_points")


def test_what_an_ordered_bot_decided_is_explained(match: Played) -> None:
    first = next(
        one for one in match.records("Ada", Thought) if "ordered" in " ".join(one.decision.reason.path)
    )
    found = explain(match.folder / "Ada.rec", first.at)
    assert found.decision.reason.path == first.decision.reason.path


def test_same_seed_gives_the_same_files_byte_for_byte_those_of_leaders_too(
    match: Played, tmp_path: Path
) -> None:
    play(tmp_path, *domination(), ground=crossing())
    assert digests(tmp_path) == digests(match.folder)


def test_bot_that_died_goes_on_with_its_order(tmp_path: Path) -> None:
    ada = bot("Ada", "domination.htn")
    hunters = (bot(name, "deathmatch.lap") for name in ("Paul", "Quin", "Rex", "Sid"))
    red = led("red", 0, ada, coordinator=scripted("red", "10 Ada hold ControlPoint1"))
    found = play(tmp_path, red, led("blue", 1, *hunters), ground=crossing(1.0))
    told = [one for each in found.records("red-coordinator", Briefed) for one in each.reports]
    reborn = [two for one, two in itertools.pairwise(told) if two.is_alive and not one.is_alive]
    assert len(reborn) > 2
    later = told[told.index(reborn[-1]) :]
    assert any(one.is_alive and one.doing.startswith("ordered: hold") for one in later)
    assert found.orders("Ada") == [(), ("hold ControlPoint1",)]


def test_team_that_shares_nothing_and_has_no_leader_is_told_nothing(tmp_path: Path) -> None:
    found = play(
        tmp_path, led("red", 0, bot("Ada"), bot("Bob"), shares=False), led("blue", 1, bot("Cy"))
    )
    assert [found.records(name, Told) for name in ("Ada", "Bob")] == [[], []]


def test_leader_of_bots_that_do_not_share_hears_them_all_the_same(tmp_path: Path) -> None:
    red = led(
        *("red", 0, bot("Ada"), bot("Bob")),
        shares=False,
        coordinator=scripted("red", "1 Ada camp here"),
    )
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False))
    assert (found.facts("Ada"), found.facts("Bob")) == ([], [])
    assert {fact.source for one in found.records("red-coordinator", Briefed) for fact in one.facts}
    assert ("camp here",) in found.orders("Ada")


# Leaders that fail


def failing(*lines: str) -> tuple[TeamPlan, TeamPlan]:
    red = led(
        "red",
        0,
        *(bot(name, "domination.htn") for name in ("Ada", "Bea")),
        coordinator=scripted("red", *lines, kind="Failing"),
    )
    return red, led("blue", 1, bot("Paul", "domination.htn"), shares=False)


@pytest.fixture(scope="module")
def headless(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Domination with a leader that raises again and again until it is given up."""
    folder = tmp_path_factory.mktemp("headless")
    return play(folder, *failing("0 Ada camp here"), ground=crossing(0.6))


def test_leader_that_raises_is_restarted_with_a_wait_and_given_up_at_last(headless: Played) -> None:
    kinds = [one.kind for one in headless.notes.news if one.text.startswith("red-coordinator")]
    assert kinds == [*["leads", "failed", "restarting"] * 3, "leads", "failed", "given-up"]
    waits = [float(text.split("in ")[1].split(" s")[0]) for text in headless.news("restarting")]
    assert all(0.5 <= wait <= 4.0 for wait in waits)
    assert headless.news("failed")[0].startswith(
        "red-coordinator failed: Failing.decide() raised LookupError at 3."
    )
    (told,) = headless.news("given-up")
    assert "restarted 3 times within 60 s" in told


def test_bots_play_on_without_a_leader(headless: Played) -> None:
    for name in ("Ada", "Bea"):
        times = [one.at for one in headless.records(name, Thought)]
        gaps = [after - before for before, after in itertools.pairwise(times)]
        assert times[-1] > 32.0
        assert max(gaps) < 1.0
    assert {one.phase for one in headless.report.bots} == {"done"}
    assert all(one.restarts == 0 for one in headless.report.bots)


def test_orders_hold_while_there_is_no_leader_and_end_when_there_never_will_be(
    headless: Played,
) -> None:
    assert headless.orders("Ada")[-2:] == [("camp here",), ()]
    (given_up,) = (one.at for one in headless.notes.news if one.kind == "given-up")
    (ended,) = (one.at for one in headless.records("Ada", Told) if one.orders == () and one.at > 3.0)
    assert abs(ended - given_up) < 2.0
    obeyed = [path.startswith("ordered: camp") for path in headless.paths("Ada")]
    assert any(obeyed)
    assert not any(obeyed[-20:])


def test_every_life_of_a_leader_has_its_recording_which_replays_and_says_why_it_ended(
    headless: Played,
) -> None:
    lives = ["red-coordinator", *(f"red-coordinator.life{life}" for life in (2, 3, 4))]
    for name in lives:
        assert replay(headless.folder / f"{name}.rec").is_exact
        (ended,) = headless.records(name, Ended)
        assert ended.reason.startswith("Failing.decide() raised LookupError at ")
    assert len({open_recording(headless.folder / f"{name}.rec").header.seed for name in lives}) == 4


def test_new_leader_is_told_everything_that_the_last_one_knew(headless: Played) -> None:
    first, *_ = headless.records("red-coordinator.life2", Briefed)
    assert [one.bot for one in first.reports] == ["Ada", "Bea"]
    assert all(one.game is not None and one.game.level for one in first.reports)
    points = {fact.entity for fact in first.facts if fact.subject == "point owner"}
    assert len(points) == 3
    assert [str(one) for one in first.orders] == ["camp here"]


def test_leader_of_a_match_in_which_nobody_came_to_play_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "red-coordinator.rec").write_bytes(b"precious")
    red = led("red", 0, bot("Ada", "no-such-plan.htn"), coordinator=scripted("red"))
    wanted = Lineup(ground=vault(), teams=(red,), seed=5)
    (report,) = play_lineup(wanted, is_fast=True, record=tmp_path, overwrite=True)
    assert report.stopped == "given up"
    assert (tmp_path / "red-coordinator.rec").read_bytes() == b"precious"


def test_leader_whose_name_would_leave_the_folder_is_refused(tmp_path: Path) -> None:
    red = led("red", 0, bot("Ada"), coordinator=scripted("../red"))
    with pytest.raises(UsageError, match=r'"\.\./red-coordinator" cannot be the name of a recording'):
        play(tmp_path / "inner", red)
    assert not list(tmp_path.iterdir())


def test_same_seed_gives_the_same_files_though_leaders_fail(headless: Played, tmp_path: Path) -> None:
    play(tmp_path, *failing("0 Ada camp here"), ground=crossing(0.6))
    assert digests(tmp_path) == digests(headless.folder)


def test_leader_that_cannot_be_made_keeps_nobody_from_playing(tmp_path: Path) -> None:
    red = led("red", 0, bot("Ada"), coordinator=leader("red", "no-such-plan.htn"))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False))
    assert (found.report.stopped, {one.phase for one in found.report.bots}) == ("", {"done"})
    assert "given-up" in {one.kind for one in found.notes.news}


# Bots that come and go


def test_restarted_bot_is_led_again_and_told_what_the_others_know(tmp_path: Path) -> None:
    red = led(
        *("red", 0, bot("Ada", "tests.match.led:Failing"), bot("Bea", "domination.htn")),
        coordinator=leader("red", "domination-leader.htn"),
    )
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=crossing())
    lost = [name for one in found.records("red-coordinator", Briefed) for name in one.lost]
    assert lost.count("Ada") >= 1
    told = found.records("Ada.life2", Told)
    assert {fact.source for fact in told[0].facts} <= {"Ada", "Bea"}
    assert {"point owner"} <= {fact.subject for fact in told[0].facts}
    orders = [order.task for one in told for order in one.orders or ()]
    assert "hold" in orders
    refused = {why for _, state, why in found.fates("red-coordinator") if state == "refused"}
    assert refused == {DEAF}  # it answers nothing, and is asked anew in each life
    assert all(replay(file).is_exact for file in tmp_path.glob("*.rec"))


def test_recording_that_cannot_hold_what_mates_tell_ends_one_life_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = RecordingWriter.write

    def write(writer: RecordingWriter, record: Record) -> None:
        if isinstance(record, Told) and record.at > 2.0 and writer.path.name == "Ada.rec":
            raise UsageError(f"{writer.path.name}: cannot record Told: too far away")
        written(writer, record)

    monkeypatch.setattr(RecordingWriter, "write", write)
    red = led("red", 0, bot("Ada"), bot("Bea"))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=vault())
    assert found.report.stopped == ""
    assert {one.name: one.restarts for one in found.report.bots} == {"Ada": 1, "Bea": 0, "Cy": 0}
    told = [one.text for one in found.notes.news if "Ada failed" in one.text]
    assert told == ["Ada failed: Ada.rec: cannot record Told: too far away"]


def test_seed_coordinator_adds_two_bots_starts_them_gives_them_tasks_and_is_done(tmp_path: Path) -> None:
    red = led(
        *("red", 0),
        coordinator=leader("red", "seed-coordinator.htn"),
        recruit=bot("", "seed.htn", options={"tasks": "nothing"}),
    )
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=crossing())
    assert [one.name for one in found.report.bots if one.team == "red"] == ["Alice", "Bob"]
    assert all(one.thinks > 100 for one in found.report.bots)
    first, _, *rest = found.records("red-coordinator", Thought)
    assert [one.task for one in first.decision.orders] == [
        *["add bot"] * 2,
        *["start bot"] * 2,
        *["assign task"] * 2,
        "clear tasks",
    ]
    assert not [one for one in rest if one.decision.orders]
    fates = found.fates("red-coordinator")
    assert {state for _, state, _ in fates} == {"done"}
    assert len(fates) == 7
    assert any("assign task DefendDomPoint ControlPoint0" in one for one in found.orders("Alice"))
    tried = {one.option for one in explain(tmp_path / "Bob.rec", 15.0).decision.reason.rejected}
    assert "patrol-dom-location ControlPoint0 ControlPoint1" in tried
    assert all(replay(tmp_path / f"{name}.rec").is_exact for name in ("Alice", "Bob", "red-coordinator"))


def test_team_whose_leader_starts_nobody_plays_to_the_end(tmp_path: Path) -> None:
    red = led("red", 0, coordinator=scripted("red"), recruit=bot(""))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.2))
    assert found.report.outcome.game_time_s >= 12.0
    assert len(found.records("red-coordinator", Briefed)) > 15


def test_team_of_nobody_whose_leader_is_given_up_is_over(tmp_path: Path) -> None:
    failing = leader("red", brain_file(tmp_path, "failing"))
    red = led("red", 0, coordinator=failing, recruit=bot(""))
    found = play(tmp_path / "out", red, ground=vault(5.0))
    assert found.report.stopped == "given up"
    assert found.report.outcome.game_time_s < 60.0


ADD = ("1 - add_bot Eve 0", "1 - start_bot Eve")


def test_added_bots_play_and_can_be_sent_away(tmp_path: Path) -> None:
    lines = (*ADD, "8 - stop_bot Eve", "9 - stop_bot Eve", "10 Eve rush")
    red = led("red", 0, bot("Ada"), coordinator=scripted("red", *lines), recruit=bot("", role="joker"))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False))
    eve = next(one for one in found.report.bots if one.name == "Eve")
    assert (eve.team, eve.side, eve.role, eve.phase) == ("red", 0, "joker", "done")
    assert eve.why == "the leader sent it away"
    assert 20 < eve.thinks < 50
    assert [one for one in found.fates("red-coordinator") if one[1] == "failed"] == [
        ("stop bot Eve", "failed", '"Eve" does not play'),
        ("rush", "failed", '"Eve" plays no more'),
    ]


@pytest.mark.parametrize(
    ("lines", "fate"),
    [
        (("2 - add_bot Eve 0",), ("add bot Eve 0", '"Eve" is in the team already')),
        (("2 - add_bot Ada 0",), ("add bot Ada 0", '"Ada" is in the team already')),
        (("2 - add_bot Cy 0",), ("add bot Cy 0", '"Cy" plays in team "blue"')),
        (
            ("2 - add_bot red-coordinator 0",),
            ("add bot red-coordinator 0", '"red-coordinator" leads team "red"'),
        ),
        (
            ("2 - add_bot a/b 0",),
            (
                'add bot "a/b" 0',
                (
                    '"a/b" cannot be the name of a bot: a name holds none of / \\ : { } " * ? < > |, '
                    "and only what can be printed"
                ),
            ),
        ),
        *(
            ((f"2 - {deed} {name}",), (f"{deed} {name}".replace("_", " "), f'"{name}" leads team "red"'))
            for deed in ("start_bot", "stop_bot")
            for name in ("Coordinator", "red-coordinator")
        ),
        (
            ("2 - add_bot Coordinator 0",),
            ("add bot Coordinator 0", '"Coordinator" leads team "red"'),
        ),
        (("2 - start_bot Eve",), ("start bot Eve", '"Eve" was started before')),
        (("2 - start_bot Ada",), ("start bot Ada", '"Ada" was started before')),
        (
            ("2 - stop_bot Ada", "3 - start_bot Ada"),
            ("start bot Ada", '"Ada" plays no more; add another one'),
        ),
        (("2 - add_bot Fay 1",), ("add bot Fay 1", 'team "red" is number 0, not 1')),
        (
            ("2 - together Ada,Coordinator rush",),
            ('together "Ada,Coordinator" rush', '"Coordinator" leads team "red"'),
        ),
        (("2 - start_bot Eva",), ("start bot Eva", 'nobody is called "Eva", did you mean "Eve"?')),
        (("2 - stop_bot Zoe",), ("stop bot Zoe", 'nobody is called "Zoe"')),
        (("2 Zoe rush",), ("rush", 'nobody is called "Zoe"')),
    ],
)
def test_what_a_leader_cannot_have_is_an_error_that_changes_nothing(
    lines: tuple[str, ...], fate: tuple[str, str], tmp_path: Path
) -> None:
    red = led("red", 0, bot("Ada"), coordinator=scripted("red", *ADD, *lines), recruit=bot(""))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.1))
    order, why = fate
    assert [one for one in found.fates("red-coordinator") if one[1] == "failed"] == [
        (order, "failed", why)
    ]
    assert found.news("refused") == [f"red-coordinator refused: {order}: {why}"]
    assert sorted(one.name for one in found.report.bots) == ["Ada", "Cy", "Eve"]
    assert all(one.restarts == 0 for one in found.report.bots)
    assert len(list(tmp_path.glob("*.rec"))) == 4


def test_bots_cannot_be_added_where_nothing_says_what_they_shall_follow(tmp_path: Path) -> None:
    red = led("red", 0, bot("Ada"), coordinator=scripted("red", *ADD))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.1))
    assert [why for _, _, why in found.fates("red-coordinator")] == [
        'team "red" has no plan for bots that are added',
        'nobody is called "Eve"',
    ]


# Bots that want something


def asking(tmp_path: Path, *lines: str, coordinator: str = "seed-coordinator.htn") -> Played:
    """A match in which Ada, who wanders, wants things of others."""
    ada = bot("Ada", SCRIPTED, options={"script": ";".join(lines)})
    tasks = leader("red", coordinator, options={} if coordinator.endswith(".htn") else {"script": ""})
    red = led("red", 0, ada, bot("Bea", "domination.htn"), coordinator=tasks)
    return play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=crossing(0.15))


def test_leader_hears_what_bots_want_and_who_wants_it(tmp_path: Path) -> None:
    found = asking(tmp_path, "2 - help ControlPoint1", coordinator=SCRIPTED)
    requests = [one for each in found.records("red-coordinator", Briefed) for one in each.requests]
    assert [(one.task, one.arguments, one.sender, one.to) for one in requests] == [
        ("help", ("ControlPoint1",), "Ada", "")
    ]
    assert all(not orders for orders in found.orders("Bea"))


def test_what_a_bot_wants_of_another_is_done(tmp_path: Path) -> None:
    found = asking(tmp_path, "2 Bea camp here", coordinator=SCRIPTED)
    (order,) = next(one.orders for one in found.records("Bea", Told) if one.orders)
    assert (order.task, order.sender, order.to) == ("camp", "Ada", "Bea")
    assert "ordered: camp here" in found.paths("Bea")
    assert ("camp here", "accepted", "") in found.fates("red-coordinator")
    requests = [one for each in found.records("red-coordinator", Briefed) for one in each.requests]
    assert [one.to for one in requests] == ["Bea"]


def test_bots_give_each_other_tasks_also_without_a_leader(tmp_path: Path) -> None:
    ada = bot("Ada", SCRIPTED, options={"script": "2 Bea camp here; 4 Bea dismissed"})
    red = led("red", 0, ada, bot("Bea", "domination.htn"))
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=crossing(0.15))
    assert [one for one in found.orders("Bea") if one] == [("camp here",)]
    assert found.orders("Bea")[-1] == ()


@pytest.mark.parametrize("name", ["Coordinator", "coordinator", "red-coordinator"])
def test_leader_can_be_given_tasks_by_its_bots(name: str, tmp_path: Path) -> None:
    found = asking(tmp_path, f"2 {name} assign_task StartBot Zoe")
    own = [one for each in found.records("red-coordinator", Briefed) for one in each.own]
    assert ("assign task", ("StartBot", "Zoe"), "Ada") in [
        (one.task, one.arguments, one.sender) for one in own
    ]
    assert ("start bot Zoe", "failed", 'nobody is called "Zoe"') in found.fates("red-coordinator")


def test_unknown_names_among_bots_are_errors_that_the_leader_hears_of(tmp_path: Path) -> None:
    found = asking(tmp_path, "2 Zoe rush", coordinator=SCRIPTED)
    assert found.fates("red-coordinator") == [("rush", "failed", 'nobody is called "Zoe"')]
