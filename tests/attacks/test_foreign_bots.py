"""A bot that floods, forks, eats memory, sleeps, dies or cheats: it fails once, and nothing of it
stays."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine.bots.bridge import BotBridge, SiteClient
from engine.bots.process import BotFailure, BotProcess, Limits

LIMITS = Limits(memory=512, processes=4, cpu=20, start=30.0)


def bot(code: str) -> BotProcess:
    return BotProcess([sys.executable, "-S", "-c", code], LIMITS)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import os\nwhile True: os.write(1, b'x' * 4096)", "writes too much"),
        ("import os\nwhile True: os.write(1, b'info\\n' * 512)", "writes too much"),
        ("pass", "has ended"),
        ("bytearray(4 << 30)", "has ended"),
        ("import os, time\nfor _ in range(9): os.fork() or time.sleep(99)\ntime.sleep(9)", "proc"),
    ],
)  # fmt: skip
def test_what_it_does_is_bounded(code: str, message: str) -> None:
    process = bot(code)
    try:
        with pytest.raises(BotFailure, match=message):
            process.answer("action", 30.0)
    finally:
        process.close()


def test_a_bot_that_is_silent_is_not_waited_for_longer() -> None:
    process = bot("import time; time.sleep(600)")
    begin = time.monotonic()
    try:
        with pytest.raises(BotFailure, match="no “action” within"):
            process.answer("action", 0.2)
        with pytest.raises(BotFailure, match="does not read"):
            process.send(["x" * 1000] * 1000, 0.2)
    finally:
        process.close()
    assert time.monotonic() - begin < 60


def test_a_child_that_left_its_group_is_killed_too(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    process = bot(
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        f"        open({str(pid_file)!r}, 'w').write(str(os.getpid()))\n"
        "        print('name x', flush=True)\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "time.sleep(600)"
    )
    try:
        assert process.answer("name", 30.0) == "x"
        orphan = int(pid_file.read_text())
        assert is_running(orphan)
    finally:
        process.close()
    assert not is_running(orphan)


def test_an_answer_that_was_written_before_the_question_is_none() -> None:
    process = bot("import time\nprint('action take')\nprint('name x', flush=True)\ntime.sleep(600)")
    try:
        process.answer("name", 30.0)
        process.forget_output()
        with pytest.raises(BotFailure, match="no “action”"):
            process.answer("action", 0.2)
    finally:
        process.close()


class AnsweringSite(SiteClient):
    """Answers like a site at which it is the bot's turn; refuses entries."""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        requests.append((method, path, body))
        if method == "POST":
            return {"status": 422, "sentence": "White is not yours."}
        if "entries" in path:
            return {"status": 200, "entries": []}
        places = [
            {"colour": word, "turn": turn, "computer": ""} for turn, word in enumerate(COLOURS)
        ]
        return {
            "status": 200, "phase": "playing", "viewer": 0, "plies": 2, "take_back_count": 0,
            "places": places, "legal": ["take"], "deadline": None, "now": None, "terms": TERMS,
        }  # fmt: skip


COLOURS = ("black", "white")
TERMS = {"sites": "AAAAA", "modules": [], "profile": "official", "edition": "2026.1"}
requests: list[tuple[str, str, Any]] = []


def test_an_answer_for_another_seat_is_sent_once_and_ends_the_bot() -> None:
    requests.clear()
    process = bot(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('imhotep-bot'): print('name Cheat', flush=True)\n"
        "    if line.startswith('go'): print('action white take', flush=True)\n"
    )
    bridge = BotBridge(AnsweringSite("http://127.0.0.1:1", ""), process, 0.1, 30.0)
    try:
        bridge.greet()
        with pytest.raises(BotFailure, match="White is not yours"):
            bridge.play("t")
    finally:
        process.close()
    assert [body["text"] for method, _, body in requests if method == "POST"] == ["white take"]


def test_the_bot_does_not_see_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.bots import __main__ as program

    monkeypatch.setenv(program.TOKEN, "imh_secret")
    code = (
        "import os, time\n"
        "seen = 'IMHOTEP_TOKEN' in os.environ\n"
        "print('name', seen, flush=True); time.sleep(0.1)"
    )
    status = program.main(
        ["http://127.0.0.1:1", "--table", "t", "--", sys.executable, "-c", "raise SystemExit"]
    )
    assert status == 1
    process = bot(code)
    try:
        assert process.answer("name", 30.0) == "False"
    finally:
        process.close()
    assert program.TOKEN not in os.environ
