"""What an upload is taken apart into, and what is refused at the door."""

import contextlib
import io
import json
import random
import struct
import zipfile

import pytest

from engine import read_log, write_json
from games.intake.split import (
    BINARY,
    CORRUPT,
    EMPTY,
    LOCKED,
    NESTED,
    NOT_A_LOG,
    ODDLY_PACKED,
    OTHER_TEXT,
    printable_name,
    split,
)
from games.limits import MIB, UPLOAD, UploadLimits
from tests.site.intake.files import gzipped, log, zipped
from web.errors import Invalid, TooLarge

TEXT = "imhotep 1\nedition: 2026.1\n"


def error_of(raw, name="f.imh", limits=UPLOAD):
    with pytest.raises(Invalid) as refusal:
        split(raw, name, limits)
    return refusal.value.message


def test_one_log():
    (piece,) = split(TEXT.encode(), "a.imh")
    assert piece == ("", 1, TEXT.encode(), "")


def test_several_logs_in_a_file_begin_at_their_lines():
    raw = f"# first\n{TEXT}\n# a remark in the first\n{TEXT}".encode()
    assert [piece.begins for piece in split(raw, "a.imh")] == [1, 6]


def test_json_over_several_lines_is_one_log():
    raw = json.dumps({"imhotep": 1, "entries": []}, indent=1).encode()
    (piece,) = split(raw, "a.json")
    assert piece.source == raw


def test_ndjson_is_a_log_a_line():
    line = write_json(read_log(log()))
    pieces = split(f"{line}\n{line}\n".encode(), "a.ndjson")
    assert [piece.begins for piece in pieces] == [1, 2]
    assert all(read_log(piece.source) for piece in pieces)


def test_gzip_is_unpacked_whatever_its_name():
    (piece,) = split(gzipped(TEXT), "harmless.txt")
    assert piece.source == TEXT.encode()


def test_a_zip_gives_its_members_in_their_order():
    raw = zipped(("b/2.imh", TEXT * 2), ("a.gz", gzipped(TEXT)), ("1.json", '{"imhotep": 1}'))
    pieces = [(piece.member, piece.begins) for piece in split(raw, "a.zip")]
    assert pieces == [("b/2.imh", 1), ("b/2.imh", 3), ("a.gz", 1), ("1.json", 1)]


def test_a_zip_that_is_called_imh_is_a_zip():
    assert len(split(zipped(("a.imh", TEXT)), "game.imh")) == 1


def test_what_systems_put_into_archives_is_passed_over():
    raw = zipped(
        ("games/", b""),
        ("__MACOSX/games/._a.imh", b"\0\5\x16\7"),
        ("games/.DS_Store", b"\0\0"),
        ("Thumbs.db", b"\0"),
        ("games/a.imh", TEXT),
    )
    assert [piece.member for piece in split(raw, "a.zip")] == ["games/a.imh"]


def test_a_member_that_is_no_log_says_so_and_the_others_stand():
    raw = zipped(("README", "These are our games."), ("photo.jpg", b"\xff\xd8\0"), ("a.imh", TEXT))
    assert [piece.error for piece in split(raw, "a.zip")] == [NOT_A_LOG, BINARY, ""]


def test_a_member_called_a_log_is_judged_however_it_begins():
    pieces = split(zipped(("a.imh", "imhotpe 1\n")), "a.zip")
    assert [(piece.error, piece.source) for piece in pieces] == [("", b"imhotpe 1\n")]


def test_a_text_sent_by_itself_is_judged_however_it_begins():
    (piece,) = split(b"Hello, this is our game", "a.txt")
    assert not piece.error


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\r\n\t ", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), BINARY),
        (b"\xfa\xfb\xfc\xfd no zero in it", BINARY),
        (b"\0" * 1000, BINARY),
        ("imhotep 1\n".encode("utf-16"), OTHER_TEXT),
        ("imhotep 1\n".encode("utf-16-be"), BINARY),
        ("imhotep 1\n".encode("utf-32"), OTHER_TEXT),
        (gzipped(b""), EMPTY),
        (gzipped(gzipped(TEXT)), NESTED),
        (gzipped(zipped(("a.imh", TEXT))), NESTED),
        (gzipped(TEXT)[:-9], CORRUPT),
        (b"\x1f\x8b" + b"rubbish" * 9, CORRUPT),
        (b"PK\x03\x04 rubbish", CORRUPT),
        (zipped(("a.imh", TEXT))[:-30], CORRUPT),
        (zipped(), "there is no log in the file"),
        (zipped(("empty/", b""), (".DS_Store", b"\0")), "there is no log in the file"),
        (zipped(("a.zip", zipped(("a.imh", TEXT)))), f"a.zip: {NESTED}"),
        (zipped(("a.gz", gzipped(zipped(("a.imh", TEXT))))), f"a.gz: {NESTED}"),
        (zipped(("a.imh", b"")), f"a.imh: {EMPTY}"),
        (zipped(("a.imh", TEXT), packing=zipfile.ZIP_LZMA), f"a.imh: {ODDLY_PACKED}"),
        (zipped(("a.imh", TEXT), packing=zipfile.ZIP_BZIP2), f"a.imh: {ODDLY_PACKED}"),
    ],
)
def test_nothing_to_judge(raw, message):
    assert error_of(raw) == message


def test_an_encrypted_member():
    raw = bytearray(zipped(("a.imh", TEXT)))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(signature) + offset] |= 1
    assert error_of(bytes(raw)) == f"a.imh: {LOCKED}"


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, None])
def test_a_member_that_cannot_be_read_is_named_at_its_first_line(packing):
    """Encrypted, or packed in a way that is not unpacked here; another member is a log."""
    raw = bytearray(zipped(("a.imh", TEXT), packing=packing or zipfile.ZIP_DEFLATED))
    if packing is None:
        for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            raw[raw.index(signature) + offset] |= 1
    bytes_i_o = io.BytesIO(bytes(raw))
    with zipfile.ZipFile(bytes_i_o, "a") as archive:
        archive.writestr("b.imh", TEXT)
    bad, good = split(bytes_i_o.getvalue(), "f.zip")
    assert (bad.member, bad.begins, bad.source) == ("a.imh", 1, b"")
    assert bad.error == (ODDLY_PACKED if packing else LOCKED)
    assert (good.member, good.begins, good.error) == ("b.imh", 1, "")


def test_a_member_whose_bytes_are_damaged_leaves_the_others():
    raw = bytearray(zipped(("a.imh", TEXT * 50), ("b.imh", TEXT)))
    begins = raw.index(b"a.imh") + 5
    raw[begins : begins + 9] = b"\xff" * 9
    pieces = split(bytes(raw), "a.zip")
    assert [(piece.member, piece.error) for piece in pieces] == [("a.imh", CORRUPT), ("b.imh", "")]


def test_every_truncation_of_an_archive_has_an_answer():
    raw = zipped(("a.imh", TEXT), ("b.gz", gzipped(TEXT)))
    for end in range(4, len(raw)):
        assert error_of(raw[:end])


@pytest.mark.parametrize("seed", range(40))
def test_archives_with_changed_bytes_have_an_answer(seed):
    chance = random.Random(seed)
    for whole in (zipped(("a.imh", TEXT), ("b.gz", gzipped(TEXT))), gzipped(TEXT * 9)):
        raw = bytearray(whole)
        for _ in range(chance.randrange(1, 9)):
            raw[chance.randrange(2, len(raw))] = chance.randrange(256)
        with contextlib.suppress(Invalid):  # and nothing else
            assert split(bytes(raw), "a")


def test_a_file_too_large():
    assert error_of(b"#" * (8 * MIB + 1)) == "the file has more than 8 MiB"


def test_a_gzip_bomb_stops_at_the_limit():
    assert error_of(gzipped(bytes(65 * MIB))) == BINARY  # nobody reads on
    text = b"imhotep 1\n" + b"#" * (65 * MIB)
    with pytest.raises(TooLarge, match="it has more than 64 MiB when unpacked"):
        split(gzipped(text), "bomb.gz")


def test_a_bomb_of_a_gzip_in_a_zip_stops_at_the_limit():
    limits = UploadLimits(received=MIB, unpacked=MIB, lines=MIB, logs=9, members=9)
    raw = zipped(("a.gz", gzipped(b"imhotep 1\n" + b"#\n" * MIB)))
    assert error_of(raw, limits=limits) == "it has more than 1 MiB when unpacked"


def test_the_limit_counts_all_members_together():
    limits = UploadLimits(received=MIB, unpacked=MIB, lines=MIB, logs=99, members=99)
    part = b"imhotep 1\n" + b"#\n" * (MIB // 6)
    assert len(split(zipped(("a", part), ("b", part)), "a.zip", limits)) == 2
    raw = zipped(("a", part), ("b", part), ("c", part), ("d", part))
    assert error_of(raw, limits=limits) == "it has more than 1 MiB when unpacked"


def test_a_declared_size_is_not_believed():
    """The archive says one byte, and has a thousand times more than is allowed."""
    limits = UploadLimits(received=MIB, unpacked=1024, lines=MIB, logs=9, members=9)
    raw = bytearray(zipped(("a.imh", b"imhotep 1\n" + b"#" * MIB)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = raw.index(signature) + offset
        raw[at : at + 4] = struct.pack("<I", 1)
    assert error_of(bytes(raw), limits=limits)
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = raw.index(signature) + offset
        raw[at : at + 4] = struct.pack("<I", 2**32 - 2)
    assert error_of(bytes(raw), limits=limits)


def test_too_many_logs():
    line = '{"imhotep":1}\n'
    assert len(split((line * 2000).encode(), "a.ndjson")) == 2000
    message = error_of((line * 2001).encode())
    assert message == "there are more than 2,000 logs in one upload"


def test_too_many_files():
    limits = UploadLimits(received=MIB, unpacked=MIB, lines=MIB, logs=9, members=3)
    raw = zipped(*((f"{n}.imh", TEXT) for n in range(4)))
    assert error_of(raw, limits=limits) == "there are more than 3 files in the archive"


def test_a_log_too_long():
    assert error_of(b"imhotep 1\n" + b"#" * MIB) == "a log can have at most 1 MiB"
    pieces = split(f"{TEXT}imhotep 1\n{'#' * MIB}\n{TEXT}".encode(), "a")
    assert [bool(piece.error) for piece in pieces] == [False, True, False]


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/abs/olute.imh", "abs/olute.imh"),
        ("C:\\Games\\a.imh", "C:/Games/a.imh"),
        ("a\nb\x1b[31m.imh", "a�b�[31m.imh"),
        ("e\u202efdp.imh", "e�fdp.imh"),
        ("x" * 400 + ".imh", "x" * 251 + ".imh"),
        ("", ""),
        ("..", ""),
        ("\ud800.imh", "�.imh"),
    ],
)
def test_names_are_made_fit_to_be_shown(name, cleaned):
    assert printable_name(name) == cleaned


def test_members_with_odd_names():
    (piece,) = split(zipped(("../../a.imh", TEXT)), "a.zip")
    assert piece.member == "a.imh"


def test_a_bomb_of_short_lines_stops_at_the_limit():
    bomb = gzipped(b"imhotep 1\n" + b"#\n" * (UPLOAD.lines + 1))
    with pytest.raises(TooLarge, match="more than 1,000,000 lines"):
        split(bomb, "lines.gz")


def test_a_plain_file_of_too_many_short_lines():
    with pytest.raises(TooLarge, match="more than 1,000,000 lines"):
        split(b"imhotep 1\n" + b"\n" * (UPLOAD.lines + 1), "lines.imh")
