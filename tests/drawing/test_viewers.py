"""A game as a seat or a spectator saw it: what was hidden then is hidden."""

from __future__ import annotations

import json
import re

import pytest
from django.template.loader import render_to_string

from drawing.replay import viewers
from drawing.replay.page import replay_context, replay_json
from drawing.replay.replay import cached_replay, replay_of
from engine import EVERYTHING, read_log, start, steps, view, view_events
from engine.events import CardTaken
from engine.vocabulary import Card
from tests.drawing import dealt

HIDDEN = ("black white gray", "BDACD", "hidden_market_cards")
LOOKED_AT = ("black white", "DBBBB", "")
SEATS = (None, 0, 1, 2)
SMALL = re.compile(r"d([0-9]+)$")


def cards_of(table: dict, seat: int) -> dict[str, int]:
    """The cards that the table shows before `seat`, by word; ``""`` are backs."""
    found: dict[str, int] = {}
    for key, piece in table.items():
        owner, _, rest = key.partition(".")
        if owner == str(seat) and (rest == "dx" or SMALL.match(rest)):
            word = "" if rest == "dx" else Card(int(rest[1:])).word
            number = table.get(f"{key}n")
            found[word] = int(number[4]) if number else 1
            assert piece[1] == rest
    return found


@pytest.mark.parametrize("viewer", SEATS)
def test_only_cards_that_the_viewer_may_know_are_on_the_table(viewer: int | None):
    text = dealt.text(*HIDDEN)
    replay = replay_of(read_log(text), viewer)
    unseen = 0
    for step, ply in zip(steps(read_log(text)), range(1, replay.plies + 1), strict=True):
        shown = view(step.state, viewer)
        table = replay.table(ply)
        for seat, seated in enumerate(shown["seats"]):
            cards = cards_of(table, seat)
            backs = cards.pop("", 0)
            assert cards == seated["cards"]
            assert backs == seated["card_count"] - sum(cards.values())
            unseen += backs
    assert unseen


@pytest.mark.parametrize("viewer", SEATS)
def test_no_word_names_a_card_that_was_taken_in_secret(viewer: int | None):
    text = dealt.text(*HIDDEN)
    replay = replay_of(read_log(text), viewer)
    secrets = 0
    for step, frame in zip(steps(read_log(text)), replay.frames, strict=True):
        seen = view_events(step.state, step.events, viewer)
        for event, told in zip(step.events, seen, strict=True):
            if isinstance(event, CardTaken) and event != told:
                secrets += 1
                named = {card for card in Card if card.word.replace("_", " ") in frame.words}
                assert "a card" in frame.words
                assert event.card not in named or _is_told_otherwise(event.card, seen)
    assert secrets


def _is_told_otherwise(card: Card | None, seen: list) -> bool:
    """True if another event of the step, one that the viewer sees, names the card."""
    for event in seen:
        fields = event._asdict().values()
        if card in fields or any(isinstance(field, tuple) and card in field for field in fields):
            return True
    return False


def test_cards_that_a_player_looks_at_are_theirs():
    text = dealt.text(*LOOKED_AT, play="random")
    everything, spectator = cached_replay(text), cached_replay(text, None)
    look_form = re.compile(r"(\w+) looks at (?!the face-down)")
    looks = [ply for ply, frame in enumerate(everything.frames) if look_form.search(frame.words)]
    assert looks
    for ply in looks:
        words = everything.frames[ply].words
        looking = look_form.search(words)
        assert looking is not None
        own = cached_replay(text, viewers.parse_viewer(looking[1].lower(), read_log(text).setup))
        assert own.frames[ply].words == words
        assert re.search(r"looks at (a card|[0-9] cards)\.", spectator.frames[ply].words)


def test_the_end_of_a_game_hides_nothing():
    text = dealt.text(*HIDDEN)
    last = {viewer: cached_replay(text, viewer) for viewer in (EVERYTHING, *SEATS)}
    ends = [json.dumps(one.table(one.plies), sort_keys=True) for one in last.values()]
    assert len(set(ends)) == 1


def test_what_would_be_is_not_said_where_hidden_cards_count():
    text = dealt.text(*HIDDEN)
    assert cached_replay(text, 0).score(20).prospects is None
    assert cached_replay(text).score(20).prospects is not None
    ended = cached_replay(text, 0).score(cached_replay(text).plies)
    assert ended.prospects == ended.points


def test_no_viewer_knows_from_a_forced_move_what_is_hidden():
    text = dealt.text(*HIDDEN)
    assert view(start(read_log(text).setup), None)["awaited"]["options"] is None
    assert not any(frame.forced for frame in cached_replay(text, None).frames)


def test_without_secrets_all_see_the_same():
    text = dealt.text("black white", "AAAAA")
    first = cached_replay(text)
    for viewer in (None, 0, 1):
        assert cached_replay(text, viewer).frames == first.frames
        assert cached_replay(text, viewer).opening == first.opening


@pytest.mark.parametrize(("word", "viewer"), [("all", EVERYTHING), ("spectator", None), ("", -2)])
def test_words_for_viewers(word: str, viewer: int | None):
    assert viewers.parse_viewer(word, read_log(dealt.text(*HIDDEN)).setup) == viewer


def test_every_viewer_has_a_word():
    setup = read_log(dealt.text(*HIDDEN)).setup
    assert viewers.viewer_words(setup) == ["all", "spectator", "black", "white", "gray"]
    for word in viewers.viewer_words(setup):
        assert viewers.word_of(viewers.parse_viewer(word, setup), setup) == word
    for wrong in ("brown", "purple", "0", "ALL"):
        with pytest.raises(ValueError, match=wrong):
            viewers.parse_viewer(wrong, setup)


def test_links_keep_the_eyes():
    context = replay_context(dealt.text(*HIDDEN), 9, "/games/abc/", "white")
    markup = render_to_string("games/replay/replay.html", context)
    assert 'href="/games/abc/10/?seat=white"' in markup
    assert "replay.json?v=" in context["payload_url"]
    assert context["payload_url"].endswith("&seat=white")
    assert json.loads(replay_json(dealt.text(*HIDDEN), "white"))["seat"] == "white"
