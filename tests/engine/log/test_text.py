"""The text form, both ways."""

import pytest

from engine.entries import Load, Take
from engine.errors import LogSyntaxError
from engine.log import Entry, read_log, write_text
from engine.replay import verify
from tests.engine.log.games import HEADER, KINDS, OPENING, finished, finished_text

BEGUN = HEADER + OPENING


def entries(text):
    return read_log(text).entries


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_read_back_from_its_text(kind, seed):
    log = finished(kind, seed)
    text = write_text(log)
    assert (read_log(text), read_log(text.encode())) == (log, log)
    assert (write_text(read_log(text)), verify(log).canonical) == (text, log)


def test_an_entry_is_a_seat_and_an_action():
    assert entries(BEGUN)[-2:] == (Entry(0, Take()), Entry(1, Load(3, 1)))


@pytest.mark.parametrize(
    "other",
    [
        BEGUN.replace("\n", "\r\n"),
        "\ufeff" + BEGUN,
        BEGUN.rstrip("\n"),
        BEGUN + "\n\n\n",
        "\n \n" + BEGUN.replace("\n", "\n\n"),
        BEGUN.replace(" ", "  ").replace("black take", "\tblack \t take\t"),
        "# a remark\n" + BEGUN.replace("\n", " # a remark\n"),
        BEGUN.replace("round", "bank round").replace("market lever", "bank   market lever"),
    ],
)
def test_spaces_ends_of_lines_comments_and_the_bank_mean_nothing(other):
    assert (entries(other), entries(other.encode())) == (entries(BEGUN), entries(BEGUN))
    assert write_text(read_log(other)) == write_text(read_log(BEGUN))


def test_canonical_form():
    typed = HEADER.replace("seats: black=Ana", "modules:\nseats:  black=Ana") + OPENING
    assert write_text(read_log(typed)) == (
        "imhotep 1\n"
        "edition: 2026.1\n"
        "profile: official\n"
        "sites: market=A pyramid=A temple=A burial_chamber=A obelisks=A\n"
        "seats: black=Ana white=Ben\n"
        "chance: observed\n"
        "\n" + OPENING
    )


def test_canonical_form_of_a_game_without_entries():
    text = write_text(read_log(HEADER))
    assert text.endswith("chance: observed\n\n")
    assert read_log(text) == read_log(HEADER)


def test_comments_are_kept_with_their_places():
    text = "# first\n" + BEGUN.replace("market lever", "# second #2\nmarket lever") + "#\n# last"
    text = text.replace("black take", "black take   # third  one")
    log = read_log(text)
    assert log.comments == (
        (0, "first"),
        (1, "second #2"),
        (2, "third  one"),
        (4, ""),
        (4, "last"),
    )
    assert "#" not in write_text(log)
    log_text = write_text(log, comments=True)
    assert log_text.endswith(
        "\n\n# first\n"
        "round 4 3 2 2\n"
        "# second #2\n"
        "market lever statue entrance sail\n"
        "# third  one\n"
        "black take\n"
        "white load 3.1\n"
        "#\n"
        "# last\n"
    )
    assert read_log(log_text) == log
    assert write_text(read_log(log_text), comments=True) == log_text


@pytest.mark.parametrize("first", ["round 4 3 2 2 # why", "round 4  3 2 2\t# why"])
def test_the_comment_of_the_first_entry_is_read_once(first):
    log = read_log(HEADER + first + "\n" + OPENING.partition("\n")[2])
    assert log.comments == ((0, "why"),)


def test_a_comment_in_the_header_is_kept():
    log = read_log(HEADER.replace("edition: 2026.1", "edition: 2026.1 # the first"))
    assert (log.comments, log.setup.edition) == (((0, "the first"),), "2026.1")


def test_lines_are_those_of_the_text():
    plain = read_log(BEGUN)
    assert ([plain.line(index) for index in range(4)], plain.line(4)) == ([5, 6, 7, 8], 9)
    spaced = read_log("\n" + HEADER + "\n" + OPENING.replace("\n", "\n\n# so\n"))
    assert [spaced.line(index) for index in range(4)] == [7, 10, 13, 16]
    assert (spaced.line(4), read_log(HEADER).line(0), finished().line(3)) == (17, 0, 0)


def test_the_line_of_the_claimed_result_is_known():
    assert read_log(BEGUN).field_line("result") == 0
    claimed = HEADER.replace("seats:", "# a claim\nresult: white=1 black=2\nseats:")
    assert read_log(claimed + OPENING).field_line("result") == 5


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "has to begin with 'imhotep 1'"),
        ("\n# only a remark\n", 1, "has to begin with 'imhotep 1'"),
        ("imhotep 2\n", 1, "another version"),
        ("imhotep\n", 1, "another version"),
        ("\n\nimhotep 1.0", 3, "another version"),
        ("imhotep 1 1", 1, "another version"),
        ("chess 1", 1, "not a log"),
        ("\n Imhotep 1", 2, "not a log"),
        (HEADER + "black take:", 5, "'black take', which is unknown"),
        (HEADER + "edition: 2026.1", 5, "'edition', twice"),
        (HEADER + "edition: 2026.1 # again", 5, "'edition', twice"),
        (HEADER + "players: 2", 5, "'players', which is unknown"),
        (HEADER + "result 1", 5, "every header line needs a colon, as in 'result: …'"),
        (BEGUN + "result: black=1 white=2", 9, "not 'result:'"),
        (BEGUN + "imhotep 1", 9, "another game begins here"),
        (BEGUN + "\n\nBlack take", 11, "write words in lower case: black"),
        (BEGUN + "\n\nblack TAKE # so", 11, "unknown verb 'TAKE'"),
        (BEGUN.replace("black take", "black take\rwhite take"), 7, "expected: take [move]"),
        (HEADER.replace("\n", "\r"), 1, "another version"),
    ],
)
def test_what_is_no_log_is_refused_at_its_line(text, line, message):
    with pytest.raises(LogSyntaxError, match=message.replace("[", r"\[")) as refusal:
        read_log(text)
    assert refusal.value.line == line
    assert str(refusal.value) == f"line {line}: {refusal.value.message}"


def test_a_log_may_have_the_greatest_size_and_no_more():
    text = finished_text()
    room = (1 << 20) - len(text)
    full = text + "#" * room
    assert verify(read_log(full)).entries == verify(read_log(text)).entries
    assert read_log("\ufeff" + text) == read_log(full[:-room])
    for long in (full + "#", full[:-1] + "é", full[:-1] + "é" * 9, "\ufeff" + full):
        for source in (long, long.encode()):
            with pytest.raises(LogSyntaxError, match="at most 1048576 bytes"):
                read_log(source)


def test_what_follows_after_the_limit_is_not_cut_off_but_refused():
    """A byte order mark does not make room for a game with a long tail."""
    text = "\ufeff" + finished_text() + "# \n" * (1 << 19)
    with pytest.raises(LogSyntaxError, match="at most 1048576 bytes"):
        read_log(text.encode())


def test_a_log_has_at_most_5000_entries():
    full = HEADER + "black take\n" * 5000
    assert len(entries(full)) == 5000
    with pytest.raises(LogSyntaxError, match="at most 5000 entries") as refusal:
        read_log(full + "\n# one more\nblack take\nblack take\n")
    assert refusal.value.line == 5007
