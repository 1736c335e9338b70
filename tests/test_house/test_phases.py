"""`make test` runs every phase whatever has failed, and says at the end what it was."""

import os
import re
import subprocess
import sys
import textwrap

import pytest

from tests.services import outcomes, phase
from tests.services.outcomes import Outcome, Phase
from tests.services.processes import ROOT

DATABASES = """
    import pytest
    def test_always(): pass

    @pytest.mark.postgres
    def test_postgresql(): pass

    def test_one_database(pytestconfig):
        if pytestconfig.option.embedded: pytest.skip("only on PostgreSQL")

    def test_no_database():
        pytest.skip("no such thing here")

    @pytest.mark.xfail(strict=True)
    def test_known(): assert False

    @pytest.fixture
    def broken(): raise OSError("no room")

    def test_sum(): assert 1 + 1 == 3, "it is two"
    def test_unset(broken): pass
"""
PYTEST = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(ROOT)]
QUICK = """[pytest]
pythonpath = .
addopts = -ptests.services.plugin -pno:django -pno:cov
xfail_strict = true
"""
"""For phases in which no test needs a server, and so neither the site's settings."""


@pytest.fixture
def run(tmp_path):
    """Runs a phase whose outcome goes to a file that is summed up by `run.summary()`."""
    file = tmp_path / "outcomes.jsonl"
    environment = os.environ | {outcomes.VARIABLE: str(file), "CI": "", "IMHOTEP_TEST_BACKEND": ""}
    environment.pop("PYTEST_XDIST_WORKER", None)

    def start(module, *arguments):
        command = [sys.executable, "-m", f"tests.services.{module}", *map(str, arguments)]
        return subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=240
        )

    def run_suite(name, *command):
        ended = start("phase", name, *command)
        assert ended.returncode == 0, ended.stdout + ended.stderr

    def summary():
        ended = start("outcomes", file)
        return ended.returncode, ended.stdout.strip().splitlines()

    run_suite.summary = summary
    return run_suite


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "phase"


@pytest.fixture
def quick(run, tmp_path, folder):
    """A phase of tests of the module `text`, without servers."""
    ini = tmp_path / "pytest.ini"
    ini.write_text(QUICK)

    def start(name, text, *options):
        write(folder, text)
        run(name, *PYTEST, "-c", ini, *options, folder)

    return start


def write(folder, text):
    folder.mkdir(exist_ok=True)
    (folder / "test_there.py").write_text(textwrap.dedent(text))


def test_the_summary_of_two_runs(run, quick):
    """As `make test` runs them: on PostgreSQL, by several processes, then the embedded default. A
    test that one left out and the other ran has run."""
    for options in (["-n", "2"], ["--embedded"]):
        quick(f"tests {options[0]}", DATABASES, *options)
    status, lines = run.summary()
    assert status == 1
    start = lines.index("In all 6 tests ran, and 1 did not:")
    assert lines[start + 1] == "skipped, 1: no such thing here"
    assert lines[start + 2].rpartition("::")[2] == "test_no_database"
    *phases, number, first, second, last = lines[start + 3 :]
    ends = [line.partition(" s  ")[2] for line in phases]
    assert ends == [f"tests {variant}: FAILED with status 1" for variant in ("-n", "--embedded")]
    assert number == "2 failed:"
    assert first.endswith("::test_sum: AssertionError: it is two")
    assert second.endswith("::test_unset: OSError: no room")
    assert last == "Failed: tests -n, tests --embedded."


def test_a_phase_that_fails_does_not_keep_the_next_from_running(run, quick):
    quick("failing", "def test_sum(): assert 1 + 1 == 3")
    run("later", sys.executable, "-c", "print('it runs all the same')")
    status, lines = run.summary()
    assert status == 1
    assert [line.partition(" s  ")[2] for line in lines if " s  " in line][-2:] == [
        "failing: FAILED with status 1",
        "later: passed",
    ]


def test_the_slowest_tests_are_named(run, quick):
    quick("slow", "import time\ndef test_slow(): time.sleep(0.5)\ndef test_quick(): pass")
    status, lines = run.summary()
    assert status == 0
    slow = lines[lines.index("The 2 slowest tests:") + 1]
    assert slow.endswith("::test_slow")
    assert 0.5 <= float(slow.split()[0]) < 60


@pytest.mark.parametrize("options", [(), ("-n", "1")], ids=["alone", "beside others"])
def test_what_passes_the_second_time_is_named_and_fails_no_phase(run, quick, tmp_path, options):
    text = f"""
        import pathlib
        def test_shaky():
            flag = pathlib.Path({str(tmp_path / "flag")!r})
            if not flag.exists():
                flag.touch()
                raise OSError("no room")
        def test_wrong(): assert 1 + 1 == 3
    """
    quick("both", text, "--reruns", "1", *options)
    status, lines = run.summary()
    assert status == 1
    assert [line.rpartition("::")[2] for line in lines[-5:]] == [
        "1 failed, and passed the second time:",
        "test_shaky: OSError: no room",
        "1 failed:",
        "test_wrong: assert (1 + 1) == 3",
        "Failed: both.",
    ]


def test_a_phase_whose_tests_pass_the_second_time_is_no_failure(run, quick, tmp_path):
    text = f"""
        import pathlib
        def test_shaky():
            flag = pathlib.Path({str(tmp_path / "flag")!r})
            if not flag.exists():
                flag.touch()
                raise OSError("no room")
    """
    quick("shaky", text, "--reruns", "1")
    status, lines = run.summary()
    assert (status, lines[-2]) == (0, "1 failed, and passed the second time:")


def test_a_phase_without_tests_fails_unless_they_were_chosen_by_name(run, quick):
    quick("all left out", "def test_there(): pass", "-m", "no_such_mark")
    quick("chosen", "def test_there(): pass", "-k", "no_such_test")
    status, lines = run.summary()
    assert (status, lines[-1]) == (1, "Failed: all left out.")


def test_a_module_that_cannot_be_read_is_a_failure(run, quick):
    quick("unreadable", "import no_such_module")
    status, lines = run.summary()
    assert status == 1
    assert any("test_there.py: " in line and "no_such_module" in line for line in lines)


def test_after_an_interrupt_no_phase_follows(monkeypatch, tmp_path):
    monkeypatch.setenv(outcomes.VARIABLE, str(tmp_path / "outcomes.jsonl"))
    monkeypatch.setattr(phase, "run", lambda name, command, *, tick: phase.INTERRUPTED)
    assert phase.main(["name", "command"]) == phase.INTERRUPTED
    assert not list(tmp_path.iterdir())


def test_a_silent_phase_says_how_long_it_works(capfd, monkeypatch):
    monkeypatch.setattr(phase, "EVERY", 0.1)
    assert phase.run("types", [sys.executable, "-c", "import time; time.sleep(1)"], tick=True) == 0
    assert "types: " in capfd.readouterr().out


def test_the_summary_when_nothing_was_left_out():
    first = Outcome(frozenset({"a", "b"}), {})
    second = Outcome(frozenset({"c"}), {"needs PostgreSQL": ["a"]})
    assert outcomes.summary([first, second]) == ["In all 3 tests ran. No test was skipped."]


def test_a_test_left_out_for_two_reasons_is_one_test():
    runs = [Outcome(frozenset(), {reason: ["a"]}) for reason in ("cold", "wet")]
    assert outcomes.summary(runs) == [
        "In all 0 tests ran, and 1 did not:",
        "skipped, 1: cold\n    a",
        "skipped, 1: wet\n    a",
    ]


def test_the_slowest_tests_of_all_runs_are_named_once():
    fast, slow = {"a": 1.0, "b": 3.0}, {"a": 2.0} | {f"c{n}": 0.1 for n in range(10)}
    lines = outcomes.summary(Outcome(frozenset(), {}, {}, run) for run in (fast, slow))
    assert lines[:3] == ["The 10 slowest tests:", "    3.0 s  b", "    2.0 s  a"]
    assert len(lines) == 1 + outcomes.SLOWEST + 1


def test_a_phase_that_ends_well_is_named_with_its_seconds():
    assert outcomes.summary([Phase("lint", 0, 2.4)])[-1] == "      2 s  lint: passed"


def test_runs_that_a_test_starts_are_not_reported_as_part_of_this_one():
    assert outcomes.VARIABLE not in os.environ


def test_what_needs_the_source_runs_with_it_where_the_rest_is_compiled():
    """In CI the site runs with the compiled engine, and these tests in a phase of their own."""
    line = re.search("^IN_SOURCE := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert line is not None
    needs_source = re.compile(r"skipif\((engine\.)?COMPILED")
    skipped = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if "engine" not in path.parts and needs_source.search(path.read_text())
    }
    assert skipped == set(line[1].split())
