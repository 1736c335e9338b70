"""`make near` runs the tests that are nearest to the change."""

import subprocess

import pytest

from tests.mutation import near

FILES = {
    "games/rank.py": "",
    "games/list.py": "from games import rank",
    "games/views.py": 'from games.list import games\npage = "games/list.html"',
    "games/alone.py": "",
    "templates/games/list.html": "",
    "static/js/board.js": "",
    "tests/cast.py": "",
    "tests/site/test_list.py": "from games import list\nfrom tests.cast import ana",
    "tests/site/test_alone.py": "",
    "tests/site/test_ranks.py": "from games.rank import order",
    "tests/site/test_pages.py": "from games import views",
    "tests/browser/test_board.py": "from games import rank",
}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(near, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("games/rank.py", ["ranks"]),
        ("games/list.py", ["list"]),
        ("games/views.py", ["pages"]),
        ("games/alone.py", ["alone"]),
        ("tests/cast.py", ["list"]),
        ("tests/site/test_list.py", ["list"]),
        ("tests/browser/test_board.py", []),
        ("templates/games/list.html", ["pages"]),
    ],
)
def test_the_tests_near_a_file(tree, file, tests):
    assert near.tests(tree, [file]) == [f"tests/site/test_{name}.py" for name in tests]


def test_a_script_is_near_to_the_tests_of_scripts(tree):
    assert near.tests(tree, ["static/js/board.js"]) == [near.SCRIPTS]


def test_a_change_is_the_branch_and_all_that_is_not_committed(tree):
    def git(*words):
        identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tree, check=True, capture_output=True)

    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "all")
    git("checkout", "-b", "work")
    (tree / "games/rank.py").write_text("first = 1")
    git("commit", "-am", "rank")
    (tree / "games/list.py").write_text("from games import rank as order")
    (tree / "games/new.py").write_text("")
    (tree / "games/alone.py").unlink()
    assert near.changed("main") == ["games/list.py", "games/new.py", "games/rank.py"]
    assert near.changed("no-such-branch") == ["games/list.py", "games/new.py"]
