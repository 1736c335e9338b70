"""``manage.py import_logs``: many files, again and again."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.intake import import_files
from games.judging import judge, queue
from games.models import Game, Status, Submission, Upload
from tests.cast import account, broken_log
from tests.site.intake.files import gzipped, log, zipped

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def players():
    account("ben")
    return account("ana")


@pytest.fixture
def messages(monkeypatch):
    sent = []
    monkeypatch.setattr(queue, "_send", lambda ids, to: sent.append((to, len(ids))) or True)
    return sent


def run(*arguments):
    """What it prints, and the exit status."""
    out, status = io.StringIO(), 0
    try:
        call_command("import_logs", *map(str, arguments), "--as", "ana", stdout=out)
    except SystemExit as ended:
        status = ended.code
    return out.getvalue(), status


def test_files_folders_and_archives_judged_here(tmp_path):
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "deep" / "a.imh").write_text(log(1))
    (tmp_path / "deep" / "deeper" / "b.gz").write_bytes(gzipped(log(2)))
    (tmp_path / "deep" / "notes.txt").write_text("not asked for")
    (tmp_path / "c.zip").write_bytes(zipped(("c.imh", log(3)), ("d.imh", log(4))))
    output, status = run(tmp_path / "deep", tmp_path / "c.zip", "--here")
    assert (output, status) == ("3 files: 4 verified\n", 0)
    assert Game.objects.count() == 4
    assert set(Upload.objects.values_list("channel", "unrated")) == {("command", False)}


def test_a_file_is_taken_whatever_its_name(tmp_path):
    (tmp_path / "game.txt").write_text(log(1))
    assert run(tmp_path / "game.txt", "--here") == ("1 file: 1 verified\n", 0)


def test_refusals_are_located(tmp_path):
    broken, line = broken_log(seed=2)
    (tmp_path / "a.imh").write_text(log(1) + broken)
    (tmp_path / "b.zip").write_bytes(zipped(("in/c.imh", log(3).replace("@ben", "@zed"))))
    output, status = run(tmp_path, "--here")
    first, second, total = output.splitlines()
    line_number = log(1).count("\n") + line
    assert first.startswith(f"{tmp_path}/a.imh:{line_number}: ")
    assert "“white sail 9 temple”: this round has no such ship" in first
    assert second == f"{tmp_path}/b.zip:in/c.imh:5: there is no account @zed here"
    assert total == "2 files: 2 refused, 1 verified"
    assert status == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"\0\1", "this is not text: a log is text in UTF-8"),
        (None, "No such file or directory"),
    ],
)
def test_what_cannot_be_read(tmp_path, content, reason):
    if content is not None:
        (tmp_path / "a.imh").write_bytes(content)
    (tmp_path / "b.imh").write_text(log(1))
    output, status = run(tmp_path / "a.imh", tmp_path / "b.imh", "--here")
    assert output.splitlines() == [f"{tmp_path}/a.imh: {reason}", "2 files: 1 verified"]
    assert status == 2


def test_a_file_beyond_the_limit_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(import_files, "IMPORT", import_files.IMPORT._replace(received=1 << 20))
    (tmp_path / "a.imh").write_bytes(b"#" * ((1 << 20) + 1))
    output, status = run(tmp_path / "a.imh")
    assert "it has more than 1 MiB" in output
    assert status == 2


def test_the_workers_get_it_in_batches(tmp_path, messages):
    for seed in range(1, 8):
        (tmp_path / f"{seed}.imh").write_text(f"# {seed}\n{log(1) * 15}")
    output, status = run(tmp_path)
    total, how = output.splitlines()
    assert (total, status) == ("7 files: 105 waiting", 0)
    assert "--wait" in how
    assert messages == [("bulk", 100), ("bulk", 5)]


def test_what_the_engine_failed_at_is_judged_again(tmp_path, messages, monkeypatch):
    (tmp_path / "a.imh").write_text(log(1))
    (tmp_path / "b.imh").write_text(log(2))
    read, failures = judge.read_log, [ZeroDivisionError("once"), MemoryError("twice")]

    def failing(source):
        if failures and source == log(2).encode():
            raise failures.pop()
        return read(source)

    monkeypatch.setattr(judge, "read_log", failing)
    assert run(tmp_path, "--here") == ("2 files: 2 verified\n", 0)
    assert sorted(Submission.objects.values_list("attempts", flat=True)) == [1, 3]


def test_again_it_takes_only_what_is_new(tmp_path, messages):
    (tmp_path / "a.imh").write_text(log(1))
    run(tmp_path, "--here")
    (tmp_path / "b.imh").write_text(log(2))
    assert run(tmp_path, "--here") == ("2 files (1 uploaded before): 2 verified\n", 0)
    assert Upload.objects.count() == 2


def test_what_another_account_uploaded_is_uploaded_again(tmp_path):
    (tmp_path / "a.imh").write_text(log(1))
    run(tmp_path, "--here")
    call_command("import_logs", str(tmp_path), "--as", "@ben", "--here", stdout=io.StringIO())
    assert list(Submission.objects.order_by("pk").values_list("status", flat=True)) == [
        "verified",
        "duplicate",
    ]


def test_interrupted_it_goes_on_where_it_was(tmp_path, monkeypatch, messages):
    for seed in range(1, 5):
        (tmp_path / f"{seed}.imh").write_text(log(seed))
    take = import_files.import_file

    def interrupted(signal_number, file):
        if file.name == "3.imh":
            raise KeyboardInterrupt
        return take(signal_number, file)

    monkeypatch.setattr(import_files, "import_file", interrupted)
    output, status = run(tmp_path, "--here")
    assert output.splitlines()[0].startswith("interrupted")
    assert status == 130
    assert set(Submission.objects.values_list("status", flat=True)) == {Status.QUEUED}
    monkeypatch.setattr(import_files, "import_file", take)
    assert run(tmp_path, "--here") == ("4 files (2 uploaded before): 4 verified\n", 0)
    assert Upload.objects.count() == 4


def test_an_unknown_account(tmp_path):
    with pytest.raises(CommandError, match="there is no account @nobody here"):
        call_command("import_logs", str(tmp_path), "--as", "nobody")


def test_an_illegal_entry_is_quoted_or_who_is_to_act_named():
    refusal = {"kind": "illegal", "sentence": "a stone is missing", "detail": "", "actor": "black"}
    row = Submission(status=Status.REFUSED, refusal={**refusal, "tried": "black pass"})
    assert import_files.sentence_of(row) == "“black pass”: a stone is missing"
    row.refusal["tried"] = ""
    assert import_files.sentence_of(row) == "black is to act: a stone is missing"
    row.status = Status.QUEUED
    assert import_files.sentence_of(row) == ""


def test_lines_where_there_is_no_terminal(tmp_path, monkeypatch):
    from games.management.commands import import_logs

    monkeypatch.setattr(import_logs, "SAY_EVERY", 0.0)
    (tmp_path / "a.imh").write_text(log(1))
    output, _ = run(tmp_path, "--here")
    assert output.splitlines() == [
        "[##############################] 1 of 1 files",
        "1 file: 1 verified",
    ]
