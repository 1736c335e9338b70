"""The file to keep of a game is changed: the audit says what its proof proves, and of what not."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from archive.log.services.append import append
from audit.__main__ import main
from audit.signed import VerifierKey
from games.models import Game
from games.standing import attest
from tests.attacks.test_rewritten import made_anew, sql
from tests.cast import account, finished_log, game_of, submit
from tests.site.log.conftest import signer

__all__ = ["signer"]

pytestmark = pytest.mark.django_db

Change = Callable[[str], str]


@pytest.fixture
def game(signer: VerifierKey) -> Game:
    ana, ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    append()
    attest.attest(ben, game)
    append()
    return game


@pytest.fixture
def page(client: Client, game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "offline.html"
    path.write_bytes(client.get(f"/games/{game.pk}/offline.html").content)
    return path


def test_the_file_proves_its_lines(
    page: Path, game: Game, signer: VerifierKey, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--proof", str(page), "--key", signer.text]) == 0
    out = capsys.readouterr().out
    assert f"signed as example.org/log by {signer.text}" in out
    assert f'"fingerprint":"{game.fingerprint}"' in out
    assert '"standing":"counted"' in out
    assert "the file does not contain its line" in out  # of the standing before it counted
    assert "the log on the page is the proved one" in out
    assert "compare it with a copy from elsewhere" not in out
    assert main(["--proof", str(page)]) == 0
    assert "compare it with a copy from elsewhere" in capsys.readouterr().out


def test_the_resource_of_a_game_proves_the_same(
    client: Client, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(client.get(f"/log/games/{game.pk}.json").content)
    assert main(["--proof", str(path)]) == 0
    assert '"standing":"counted"' in capsys.readouterr().out


def in_proof(change: Callable[[dict[str, Any]], object]) -> Change:
    """A change of the proof within the page."""

    def changed(text: str) -> str:
        pattern = re.compile(r'(id="inclusion-proof">)(.*?)(</script>)')
        match = pattern.search(text)
        assert match
        proof = json.loads(match[2])
        change(proof)
        return text[: match.start(2)] + json.dumps(proof) + text[match.end(2) :]

    return changed


def change_line(proof: dict[str, Any]) -> None:
    last = proof["leaves"][-1]
    last["line"] = last["line"].replace('"place":1', '"place":9')


def change_leaf(proof: dict[str, Any]) -> None:
    last = proof["leaves"][-1]
    last["data"] = last["data"].replace('"digest":"', '"digest":"0')


def change_number(proof: dict[str, Any]) -> None:
    proof["leaves"][-1]["number"] -= 1


def change_game(proof: dict[str, Any]) -> None:
    proof["game"] = "0123456789ab"


def change_root(proof: dict[str, Any]) -> None:
    lines = proof["checkpoint"].split("\n")
    lines[2] = b64encode(bytes(32)).decode()
    proof["checkpoint"] = "\n".join(lines)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (in_proof(change_line), "has a different digest from its line"),
        (in_proof(change_leaf), "is not in the signed tree"),
        (in_proof(change_number), "is not in the signed tree"),
        (in_proof(change_game), ", not of 0123456789ab"),
        (in_proof(change_root), "the signature of example.org/log is wrong"),
        (
            lambda text: re.sub(
                r"(alone-log.*?<pre[^>]*>[^<]*) sail \d ", r"\1 sail 9 ", text, flags=re.S
            ),
            "the log on the page is not the one that is proved",
        ),
    ],
)
def test_the_file_is_changed(
    page: Path, capsys: pytest.CaptureFixture[str], change: Change, sentence: str
) -> None:
    text = page.read_text("utf-8")
    lie = change(text)
    assert lie != text
    page.write_text(lie, "utf-8")
    assert main(["--proof", str(page)]) == 1
    assert sentence in capsys.readouterr().out


def test_another_key_than_the_kept_one_signed(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = VerifierKey("example.org/log", bytes(32)).text
    assert main(["--proof", str(page), "--key", other]) == 1
    assert f"not signed by {other}" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{}", "[]", "<html></html>", '{"game":1}'])
def test_a_file_without_a_proof_is_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    assert main(["--proof", str(path)]) == 2
    assert "unreadable: " in capsys.readouterr().err


def test_a_file_outlives_a_rewritten_log(
    page: Path, game: Game, signer: VerifierKey, capsys: pytest.CaptureFixture[str]
) -> None:
    sql("UPDATE games_game SET played_on = '2020-01-01' WHERE id = %s", game.pk)
    made_anew()
    assert main(["--proof", str(page), "--key", signer.text]) == 0
    assert f'"played_on":"{game.played_on}"' in capsys.readouterr().out
