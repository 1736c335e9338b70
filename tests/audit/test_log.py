"""The audit asks the transparency log of the dump, if there is one."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from archive.dumps.services.publish import dump
from archive.log.services.append import append
from audit.__main__ import main
from games.models import Game
from tests.cast import account, finished_log, submit

pytestmark = pytest.mark.django_db


def test_what_the_log_says_is_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.TRANSPARENCY_KEY = b64encode(b"a key of an operator, 32 bytes !").decode()
    settings.TRANSPARENCY_ORIGIN = "example.org/log"
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    append()
    dump(tmp_path / "first")
    assert main([str(tmp_path / "first"), "--jobs", "1"]) == 0
    assert "the log has 6 leaves" in capsys.readouterr().out
    Game.objects.update(void_reason="It is void now.", standing="void")
    dump(tmp_path / "second")
    assert main([str(tmp_path / "second"), "--jobs", "1"]) == 1
    assert "not what leaf 4 of the log has: rewritten" in capsys.readouterr().out
    since = ["--since", str(tmp_path / "first" / "log" / "checkpoint")]
    assert main([str(tmp_path / "first"), "--jobs", "1", "--json", *since]) == 0
    assert '"log": "the log has 6 leaves' in capsys.readouterr().out
