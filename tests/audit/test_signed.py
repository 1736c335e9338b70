"""Signed notes, checkpoints and Ed25519: against the vectors of the RFC and of the Go library, and
against another implementation."""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit import signed
from audit.signed import Checkpoint, NotSigned, VerifierKey

RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
"""Secret key, public key, message, signature: tests 1 to 3 of section 7.1."""

ORDER = 2**252 + 27742317777372353535851937790883648493

GO = VerifierKey("PeterNeumann", b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:])
GO_TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
GO_NOTE = (
    f"{GO_TEXT}\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZS"
    "NXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
C2SP = VerifierKey("example.com/foo", b64decode("AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")[1:])
C2SP_NOTE = (
    "This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXpp"
    "zi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


@pytest.mark.parametrize(("secret", "public", "message", "signature"), RFC_8032)
def test_the_vectors_of_the_rfc(secret, public, message, signature):
    key, said, proof = map(bytes.fromhex, (public, message, signature))
    own = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    assert own.public_key().public_bytes_raw() == key
    assert signed.verifies(key, said, proof)
    assert not signed.verifies(key, said + b"!", proof)
    for bit in (0, 100, 255, 256, 400, 511):
        damaged = bytearray(proof)
        damaged[bit // 8] ^= 1 << bit % 8
        assert not signed.verifies(key, said, bytes(damaged))


def test_it_agrees_with_another_implementation():
    for length in range(0, 300, 30):
        own = Ed25519PrivateKey.generate()
        public, message = own.public_key().public_bytes_raw(), secrets.token_bytes(length)
        assert signed.verifies(public, message, own.sign(message))
        assert not signed.verifies(secrets.token_bytes(32), message, own.sign(message))


def test_a_signature_is_written_in_one_way():
    """Neither a number above the order, nor a point that is none, nor another length."""
    _, public, message, signature = RFC_8032[1]
    key, said, proof = map(bytes.fromhex, (public, message, signature))
    larger = int.from_bytes(proof[32:], "little") + ORDER
    assert not signed.verifies(key, said, proof[:32] + larger.to_bytes(32, "little"))
    no_points = [b"\xff" * 32, (2).to_bytes(32, "little"), b"\x01" + bytes(30) + b"\x80"]
    for wrong in no_points:
        assert not signed.verifies(wrong, said, proof)
        assert not signed.verifies(key, said, wrong + proof[32:])
    assert not signed.verifies(key[:-1], said, proof)
    assert not signed.verifies(key, said, proof[:-1])
    assert not signed.verifies(key, said, proof + b"\0")


def test_notes_of_others_are_opened():
    assert GO.text == "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    assert (signed.open_note(GO_NOTE, GO), C2SP.id.hex()) == (GO_TEXT, "530d903a")
    assert signed.open_note(C2SP_NOTE, C2SP) == "This is an example message.\n"


def test_a_note_is_written_as_others_write_it():
    own = Ed25519PrivateKey.from_private_bytes(
        b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
    )
    assert signed.signed_note(GO_TEXT, GO, own.sign(GO_TEXT.encode())) == GO_NOTE


def test_signatures_of_others_stand_beside_it():
    """Witnesses add theirs; who does not know their keys passes them over."""
    other = signed.signature_line(C2SP, bytes(72))
    assert signed.open_note(GO_NOTE + other, GO) == GO_TEXT
    with pytest.raises(NotSigned, match="wrong"):
        signed.open_note(GO_NOTE + signed.signature_line(GO, bytes(64)), GO)
    with pytest.raises(NotSigned, match="more than 100"):
        signed.open_note(GO_NOTE + other * 100, GO)


@pytest.mark.parametrize(
    "text",
    [
        "",
        GO_TEXT,
        GO_NOTE[:-1],
        GO_NOTE.replace("then", "when"),
        GO_NOTE.replace("x08go", "x18go"),
        GO_NOTE.replace("PeterNeumann ", "PeterNeuman "),
        GO_NOTE.replace("\u2014", "-"),
        GO_NOTE.replace("NXgK", "NX*K"),
        GO_NOTE + "\n",
        GO_NOTE + "\u2014 two\n",
    ],
)
def test_what_is_not_signed_is_not_opened(text):
    with pytest.raises(NotSigned):
        signed.open_note(text, GO)


def test_a_key_is_read_back_and_a_damaged_one_is_not():
    assert signed.parse_vkey(GO.text + "\n") == GO
    packed = b64encode(b"\x01" + GO.public[:-1]).decode()
    other_kind = b64encode(b"\x02" + GO.public).decode()
    for text in (
        "",
        "PeterNeumann",
        GO.text.replace("c74f", "c74e"),
        GO.text.replace("Peter", "Pete "),
        f"PeterNeumann+c74f20a3+{packed}",
        f"PeterNeumann+c74f20a3+{other_kind}",
    ):
        with pytest.raises(NotSigned):
            signed.parse_vkey(text)


def test_a_checkpoint_is_read_back():
    own = Ed25519PrivateKey.generate()
    key = VerifierKey("example.org/log", own.public_key().public_bytes_raw())
    point = Checkpoint(key.name, 70_000, bytes(range(32)))
    note = signed.signed_note(point.text, key, own.sign(point.text.encode()))
    assert note.split("\n")[:2] == ["example.org/log", "70000"]
    assert signed.open_checkpoint(note, key) == point
    assert signed.parse_checkpoint(point.text + "further\n") == point
    other = Checkpoint("example.org/other", 1, bytes(32)).text
    with pytest.raises(NotSigned, match="not of example"):
        signed.open_checkpoint(signed.signed_note(other, key, own.sign(other.encode())), key)


@pytest.mark.parametrize("size", ["-1", "01", "1e3", "", "\u0663", "1" * 19])
def test_what_is_no_size_is_no_checkpoint(size):
    root = b64encode(bytes(32)).decode()
    with pytest.raises(NotSigned):
        signed.parse_checkpoint(f"example.org/log\n{size}\n{root}\n")


@pytest.mark.parametrize("text", ["a\n1\n", "a\n1\nAAAA\n", "a\n1\n!\n", "a\n\n1\n", "a\n1"])
def test_what_has_no_root_is_no_checkpoint(text):
    with pytest.raises(NotSigned):
        signed.parse_checkpoint(text)
