"""What the pages get."""

from __future__ import annotations

import json
import re

import pytest
from django.template.loader import render_to_string

from drawing.replay.page import replay_context, replay_etag, replay_json, table_at
from engine import LogSyntaxError, read_log
from tests.drawing import dealt

BASE = "/games/abc/"


def test_the_last_step_is_shown_unless_another_is_asked_for():
    text = dealt.text("black white")
    plies = len(read_log(text).entries)
    assert replay_context(text, None, BASE)["ply"] == plies
    assert replay_context(text, 0, BASE)["ply"] == 0
    assert replay_context(text, 12, BASE)["ply"] == 12
    assert replay_context(text, 9_999, BASE)["ply"] == plies


def test_a_log_may_be_given_as_read():
    text = dealt.text("black white")
    assert replay_context(read_log(text), 5, BASE) == replay_context(text, 5, BASE)


def test_what_cannot_be_read_is_refused():
    with pytest.raises(LogSyntaxError):
        replay_context("no log", None, BASE)


def test_the_page_works_without_a_script():
    context = replay_context(dealt.text("black white"), 20, BASE)
    markup = render_to_string("games/replay/replay.html", context)
    links = set(re.findall(r'href="([^"#]+)"', markup))
    assert {f"{BASE}{ply}/" for ply in (0, 19, 21)} <= links
    assert {f"{BASE}{ply}/" for ply in range(1, context["plies"] + 1)} <= links
    assert 'aria-current="step"' in markup
    assert context["said"] in markup


def test_a_game_that_is_not_kept_carries_its_payload():
    context = replay_context(dealt.text("black white"), None, "")
    markup = render_to_string("games/replay/replay.html", context)
    script = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', markup, re.DOTALL)
    assert script is not None
    assert json.loads(script[1]) == json.loads(replay_json(dealt.text("black white")))
    assert "/games/" not in markup.replace("games/replay", "")


def test_hostile_names_stay_words():
    text = dealt.text("black white", names=("</script><script>alert(1)</script>", "<i>&"))
    for base in ("", BASE):
        markup = render_to_string("games/replay/replay.html", replay_context(text, 9, base))
        assert "<script>alert" not in markup
        assert "<i>&" not in markup


def test_nothing_in_the_page_is_inline():
    markup = render_to_string(
        "games/replay/replay.html", replay_context(dealt.text("black white"), 9, BASE)
    )
    assert "style=" not in markup
    assert not re.search(r"\son[a-z]+=", markup)


def test_the_payload_is_the_same_every_time():
    text = dealt.text("black white")
    assert replay_json(text) == replay_json(read_log(text))
    assert replay_etag("f" * 64) == replay_etag("f" * 64) != replay_etag("e" * 64)


def test_the_table_before_the_first_entry_that_cannot_stand():
    lines = dealt.text("black white").splitlines()
    number = next(i for i, line in enumerate(lines) if " sail " in line)
    first = next(i for i, line in enumerate(lines) if line.startswith("round"))
    lines[number] = "white sail 9 temple"
    ply = number - first + 1
    for ply_or_end in (ply, None):
        context = table_at("\n".join(lines), ply_or_end)
        assert context is not None
        assert context["ply"] == ply - 1
        assert "<svg" in render_to_string("games/replay/table.html", context)


def test_no_table_without_a_header():
    assert table_at("this is no log", 1) is None
    assert table_at("", None) is None


def test_a_table_before_anything_happened():
    lines = dealt.text("black white").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("round"))
    context = table_at("\n".join([*lines[:first], "black take"]), 1)
    assert context is not None
    assert context["ply"] == 0
