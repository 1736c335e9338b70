"""A witness lies, is slow or dead, or refuses; the log goes on, and nothing false is served."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log import signing, witnesses
from archive.log.models import Leaf, Log, Witness
from archive.log.services.append import append
from archive.log.witnesses import ask_witnesses
from audit.__main__ import main
from audit.cosignatures import find_cosignature
from audit.merkle import TreeEdge
from audit.runner import Audit
from audit.signed import VerifierKey, open_checkpoint
from games.models import Account
from games.written_once import unlock
from imhotep_site.settings.environment import WrongSettings, read_variables
from tests.attacks.witness_server import WitnessServer, witness_server
from tests.cast import account, finished_log, submit
from web import outgoing_http

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def signer(settings: Any) -> VerifierKey:
    settings.TRANSPARENCY_KEY = b64encode(b"a key of an operator, 32 bytes !").decode()
    settings.TRANSPARENCY_ORIGIN = "example.org/log"
    key = signing.log_key()
    assert key is not None
    return key


@pytest.fixture
def witness(signer: VerifierKey, settings: Any, monkeypatch: Any) -> Iterator[WitnessServer]:
    monkeypatch.setattr(witnesses, "PERIOD", timedelta())
    monkeypatch.setattr(outgoing_http, "SECONDS", 0.6)
    with witness_server(signer) as server:
        settings.TRANSPARENCY_WITNESSES = [server.setting]
        account("ana")
        account("ben")
        grow(1)
        yield server


def grow(seed: int) -> None:
    submit(Account.objects.get(username="ana"), finished_log(seed=seed))
    append()


def served() -> str:
    return Client().get("/log/checkpoint").content.decode()


def is_cosigned(witness: WitnessServer) -> bool:
    text, _, lines = served().partition("\n\n")
    return find_cosignature(f"{text}\n", lines, witness.key) is not None


def test_checkpoints_are_cosigned_one_after_the_other(witness, signer):
    for seed in (2, 3, 4):
        assert ask_witnesses() == 1
        assert is_cosigned(witness)
        assert open_checkpoint(served(), signer).size == Log.objects.get().size
        assert ask_witnesses() == 0
        grow(seed)
        assert not is_cosigned(witness)  # the newest is served at once
    assert witness.statuses == [200] * 3
    assert witness.requests[0].startswith("old 0\n\nexample.org/log\n")


def test_a_witness_that_was_ahead_of_us_says_where_it_is(witness):
    """We forgot what it cosigned."""
    ask_witnesses()
    grow(2)
    Witness.objects.all().delete()
    assert ask_witnesses() == 1
    assert witness.statuses == [200, 409, 200]
    assert is_cosigned(witness)


@pytest.mark.parametrize(
    "mood",
    ["slow", "drip", "long", "elsewhere", "another tree", "future", "larger", "no size"],
)
def test_a_witness_that_misbehaves_holds_nothing_up(witness, signer, mood):
    witness.mood = mood
    began = monotonic()
    assert ask_witnesses() == 0
    assert monotonic() - began < 2
    grow(2)
    assert open_checkpoint(served(), signer).size == Leaf.objects.count()
    assert not is_cosigned(witness)
    assert served().count("\n") == 5
    witness.mood = ""
    assert ask_witnesses() == 1


def test_of_an_answer_only_its_own_cosignature_is_served(witness, signer):
    witness.mood = "more"
    assert ask_witnesses() == 1
    assert served().count("\n") == 6
    assert "evil" not in served()
    assert "script" not in served()
    open_checkpoint(served(), signer)


def test_a_dead_witness_is_asked_ever_less_often(witness, signer, settings, monkeypatch):
    monkeypatch.setattr(witnesses, "PERIOD", timedelta(seconds=20))
    settings.TRANSPARENCY_WITNESSES = [f"http://127.0.0.1:9 {witness.key.text}"]
    for failures in range(1, 4):
        assert ask_witnesses() == 0
        row = Witness.objects.get()
        assert row.failures == failures
        assert ask_witnesses() == 0
        assert Witness.objects.get().failures == failures  # it is left in peace
        pause = timedelta(seconds=20 * 2**failures)
        Witness.objects.update(last_request_at=timezone.now() - pause)
    assert open_checkpoint(served(), signer).size == Leaf.objects.count()


def test_an_operator_who_rewrites_the_log_gets_no_cosignature(witness):
    """The tree has the right key, and is larger; the witness has the one from before."""
    ask_witnesses()
    grow(2)
    unlock(connection, "transparency_leaf")
    unlock(connection, "transparency_checkpoint")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE transparency_leaf SET digest = '{'0' * 64}' WHERE id = 0")
    edge = TreeEdge()
    for leaf in Leaf.objects.order_by("pk"):
        list(edge.add(leaf.hash))
    note = signing.signed_checkpoint(edge.size, edge.root())
    Log.objects.update(edge=edge.packed(), note=note)
    assert ask_witnesses() == 0
    assert witness.statuses == [200, 422]
    assert not is_cosigned(witness)


def test_a_log_that_was_made_smaller_gets_no_cosignature(witness):
    grow(2)
    ask_witnesses()
    witness.statuses.clear()
    edge = TreeEdge()
    for leaf in Leaf.objects.order_by("pk")[:3]:
        list(edge.add(leaf.hash))
    note = signing.signed_checkpoint(3, edge.root())
    Log.objects.update(size=3, edge=edge.packed(), note=note)
    assert ask_witnesses() == 0
    assert witness.statuses == [409]


def test_an_answer_that_another_process_waits_for_is_not_asked_twice(witness, monkeypatch):
    send_once = witnesses._send

    def send(*arguments):
        monkeypatch.setattr(witnesses, "PERIOD", timedelta(seconds=20))
        assert ask_witnesses() == 0
        return send_once(*arguments)

    monkeypatch.setattr(witnesses, "_send", send)
    assert ask_witnesses() == 1
    assert witness.statuses == [200]


def test_the_page_names_witnesses_and_how_far_they_signed(witness, client):
    assert "has signed nothing yet" in client.get("/log/").content.decode()
    ask_witnesses()
    text = client.get("/log/").content.decode()
    assert "witness.example/w1" in text
    assert f"{Log.objects.get().size} entries, signed" in text


@pytest.mark.parametrize(
    "entry",
    [
        "https://witness.example",
        "ftp://w.example w+0a1b2c3d+B" + "A" * 43,
        "https://w.example w+1+B",
    ],
)
def test_a_setting_that_names_no_witness_is_refused_at_the_start(entry):
    with pytest.raises(WrongSettings, match="each has to be an address, a space and a key"):
        read_variables({"TRANSPARENCY_WITNESSES": entry})


def test_a_stranger_asks_for_proofs_of_trees_that_were_never_there(witness, client):
    size = Log.objects.get().size
    assert client.get(f"/log/consistency/0-{size}").content == b""
    assert client.get(f"/log/consistency/1-{size}").status_code == 200
    for pair in (f"1-{size + 1}", "3-2", f"1-{10**30}", f"{10**30}-1", "0-99999999999999999999"):
        assert client.get(f"/log/consistency/{pair}").status_code == 404


def audited(folder: Path, key: VerifierKey, since: Path | None = None) -> list[str]:
    """Differences of a dump, of which `key` has to be that of a witness."""
    audit = Audit(folder, since=str(since) if since else None, witnesses=[key.text])
    return [str(difference) for difference in audit.differences()]


def test_the_audit_asks_for_the_cosignature_of_a_witness(
    witness: WitnessServer, tmp_path: Path
) -> None:
    dump(tmp_path / "dump")
    assert audited(tmp_path / "dump", witness.key) == []
    stranger = witness.key._replace(name="witness.example/w2")
    sentence = f"log: no checkpoint is cosigned by {stranger.text}"
    assert audited(tmp_path / "dump", stranger) == [sentence]
    twin = witness.key._replace(public=bytes(32))
    sentence = "log: the cosignature of witness.example/w1 is wrong"
    assert audited(tmp_path / "dump", twin) == [sentence]
    assert main([str(tmp_path / "dump"), "--jobs", "1", "--witness", witness.key.text]) == 0
    assert main([str(tmp_path / "dump"), "--jobs", "1", "--witness", stranger.text]) == 1


def test_the_cosignature_of_an_older_checkpoint_will_do(
    witness: WitnessServer, tmp_path: Path, settings: Any
) -> None:
    assert ask_witnesses() == 1
    since = tmp_path / "checkpoint"
    since.write_text(served())
    grow(2)
    settings.TRANSPARENCY_WITNESSES = []
    dump(tmp_path / "dump")
    sentence = f"log: no checkpoint is cosigned by {witness.key.text}"
    assert audited(tmp_path / "dump", witness.key) == [sentence]
    assert audited(tmp_path / "dump", witness.key, since) == []
    damaged = since.read_text().replace(f"{witness.key.name} ", f"{witness.key.name} AAAA")
    since.write_text(damaged)
    assert audited(tmp_path / "dump", witness.key, since)[:1] == [
        "log: the cosignature of witness.example/w1 is wrong"
    ]
