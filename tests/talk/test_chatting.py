"""What a character says."""

from __future__ import annotations

import pytest

from agentfw.talk import OCCASIONS, Chatter, Persona, Talk, shipped_talk
from agentfw.talk.composing import MAX_SAID_CHARS
from tests.talk.meanings import seeded
from tests.talk.trees import talk_in

TOLD = {"opponent": "Xan", "weapon": "flak cannon", "map": "DM-Cellar"}


def chatter(talk: Talk | str, character: str = "me", *, seed: int = 1, **habits: float) -> Chatter:
    known = talk_in(talk) if isinstance(talk, str) else talk
    return Chatter(known, Persona("Ada", "female", character), seeded(seed), tendencies=habits)


def lines(*said: str, kind: str = "hit_talking", name: str = "me") -> str:
    return f'chat "{name}" {{ type "{kind}" {{ {" ".join(f"{one};" for one in said)} }} }}\n'


def test_a_line_is_not_said_again_within_20_s() -> None:
    mouth = chatter(lines('"a"', '"b"'))
    first, second = mouth.about("hit_talking", 0.0), mouth.about("hit_talking", 1.0)
    assert {first, second} == {"a", "b"}
    assert mouth.about("hit_talking", 19.9) is None
    assert mouth.about("hit_talking", 20.0) == first
    assert mouth.about("hit_talking", 20.5) is None
    assert mouth.about("hit_talking", 21.0) == second


def test_variables_random_texts_and_choices_are_filled_in() -> None:
    text = 'gun = { big, " gun"; } big = { "BIG"; }\n'
    text += lines('"take my ", gun, ", ", opponent, "!"')
    assert chatter(text).about("hit_talking", 0.0, TOLD) == "take my BIG gun, Xan!"
    both = {chatter(lines('"a"|"b", " c"'), seed=seed).about("hit_talking", 0.0) for seed in range(20)}
    assert both == {"a c", "b c"}


def test_lines_that_need_what_is_not_told_are_left_out() -> None:
    mouth = chatter(lines('"hi ", opponent', '"hi", [" ", opponent]'))
    assert mouth.about("hit_talking", 0.0) == "hi"
    assert mouth.about("hit_talking", 20.0, TOLD) == "hi Xan"


def test_synonyms_vary_what_is_said_by_their_weights() -> None:
    text = 'normal { [("do not", 0), ("don\'t", 1), ("dont", 0)] [("big", 0.9), ("huge", 0.1)] }\n'
    said = [
        chatter(text + lines('"I do not like big ", opponent'), seed=seed).about(
            "hit_talking", 0.0, {"opponent": "Mr Big do not"}
        )
        for seed in range(200)
    ]
    assert set(said) == {"I don't like big Mr Big do not", "I don't like huge Mr Big do not"}
    assert 5 < sum("huge" in str(one) for one in said) < 40


def test_capitals_stay_capitals() -> None:
    text = 'normal { [("big", 0), ("huge", 1)] }\n' + lines('"Big and big and biggest"')
    assert chatter(text).about("hit_talking", 0.0) == "Huge and huge and biggest"


def test_a_tilde_protects_a_word_and_is_not_said() -> None:
    text = 'normal { [("big", 0), ("huge", 1)] }\n' + lines('"~big and big"')
    assert chatter(text).about("hit_talking", 0.0) == "big and huge"


def test_colors_are_said_only_where_they_are_shown() -> None:
    text = lines('"^1red ^7white"')
    assert chatter(text).about("hit_talking", 0.0) == "red white"
    colored = Chatter(talk_in(text), Persona("Ada", character="me"), seeded(1), colors=True)
    assert colored.about("hit_talking", 0.0) == "^1red ^7white"


def test_long_lines_end_with_a_whole_word() -> None:
    said = chatter(lines(", ".join(['"lorem ipsum "'] * 24))).about("hit_talking", 0.0)
    assert said is not None
    assert said.endswith(("lorem", "ipsum"))
    assert MAX_SAID_CHARS - 10 < len(said) <= MAX_SAID_CHARS


def test_random_texts_that_hold_very_many_others_stay_short() -> None:
    sets = "".join(f"a{n} = {{ a{n + 1}, a{n + 1}; }}\n" for n in range(15))
    said = chatter(sets + 'a15 = { "x"; }\n' + lines("a0")).about("hit_talking", 0.0)
    assert said == "x" * 100


@pytest.mark.parametrize(
    ("insult", "expected"), [(1.0, {"insult"}), (0.0, {"praise"}), (0.5, {"insult", "praise"})]
)
def test_insults_and_praise_are_a_matter_of_character(insult: float, expected: set[str]) -> None:
    text = lines('"insult"', kind="kill_insult") + lines('"praise"', kind="kill_praise")
    said = {chatter(text, seed=seed, insult=insult).about("kill", 0.0) for seed in range(20)}
    assert said == expected


def test_a_character_without_insults_praises() -> None:
    assert chatter(lines('"praise"', kind="kill_praise"), insult=1.0).about("kill", 0.0) == "praise"


def test_own_lines_of_an_occasion_go_before_those_of_others_whatever_the_mood() -> None:
    text = lines('"mine"', kind="death") + lines('"not mine"', kind="death_insult", name="default")
    assert chatter(text, insult=1.0).about("death", 0.0) == "mine"


def test_idle_talk_is_about_nobody_for_some() -> None:
    text = lines('"weather"', kind="random") + lines('"you"', kind="random_praise")
    assert chatter(text, misc=1.0).about("random", 0.0) == "weather"
    assert chatter(text, misc=0.0).about("random", 0.0) == "you"


def test_where_there_is_no_line_a_more_general_one_is_said() -> None:
    text = lines('"dead"', kind="death") + lines('"burnt"', kind="death_lava")
    mouth = chatter(text)
    assert mouth.about("death_lava", 0.0) == "burnt"
    assert mouth.about("death_drown", 0.0) == "dead"
    assert mouth.about("kill", 0.0) is None


def test_a_character_without_lines_says_those_of_the_default() -> None:
    text = (
        lines('"mine"')
        + lines('"ours"', name="default")
        + lines('"no"', kind="hit_no_kill", name="default")
    )
    mouth = chatter(text)
    assert mouth.about("hit_talking", 0.0) == "mine"
    assert mouth.about("hit_no_kill", 0.0) == "no"


def test_there_is_no_other_occasion() -> None:
    with pytest.raises(KeyError):
        chatter(lines('"x"')).about("lunch", 0.0)


def test_a33_the_most_important_reply_is_given_and_not_twice() -> None:
    mouth = chatter('["a"] = 3 { "three"; }\n["a b"] = 9 { "nine, ", speaker; }\n')
    assert mouth.reply("a b", 0.0, "Xan") == "nine, Xan"
    assert mouth.reply("a b", 1.0, "Xan") is None, "a less important one would be a second answer"
    assert mouth.reply("a", 2.0) == "three"
    assert mouth.reply("c", 3.0) is None


def test_replies_of_one_importance_are_chosen_by_chance() -> None:
    text = '["a"] = 3 { "x"; }\n["b"] = 3 { "y"; }\n'
    assert {chatter(text, seed=seed).reply("a b", 0.0) for seed in range(20)} == {"x", "y"}


def test_lines_that_need_the_speaker_wait_for_one() -> None:
    assert chatter('["a"] = 3 { "hi ", speaker; }').reply("a", 0.0) is None


@pytest.mark.parametrize("occasion", sorted(OCCASIONS))
def test_a32_shipped_characters_have_lines_for_every_occasion(occasion: str) -> None:
    for character in shipped_talk().characters:
        mouth = chatter(shipped_talk(), character, insult=0.5, misc=0.5)
        said = {mouth.about(occasion, 100.0 * n, TOLD) for n in range(30)}
        assert None not in said
        assert len(said) > 1 or character == "metronome"


def test_shipped_lines_are_short_and_clean() -> None:
    mouth = chatter(shipped_talk(), "default", insult=0.5, misc=0.5)
    for n in range(300):
        for occasion in OCCASIONS:
            said = mouth.about(occasion, 100.0 * n, TOLD)
            assert said is not None
            assert said.isprintable()
            assert "~" not in said
            assert len(said) < 100


@pytest.mark.parametrize(
    "text",
    [
        *(
            "hello",
            "gg",
            "nice shot",
            "you camper",
            "stop camping Ada",
            "are you a bot?",
            "I hate this map",
        ),
        *("lag!!", "you suck", "thx", "lol", "why me?", "my gun is broken", "Ada?", "I can't aim today"),
    ],
)
def test_people_are_answered(text: str) -> None:
    answers = {chatter(shipped_talk(), seed=seed).reply(text, 0.0, "Xan") for seed in range(20)}
    assert None not in answers
    assert len(answers) > 1
