"""Every script of the site: types, lint, and the tests of what is worked out without a page.

Node and what it runs are for these tests only; the site serves ``static/js`` as it stands.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rjsmin import jsmin

from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static/js"
FOLDER = ROOT / "tests/js"
TSC, ESLINT = Path("typescript/bin/tsc"), Path("eslint/bin/eslint.js")


@pytest.fixture(scope="module")
def modules() -> Path:
    """The folder of what package-lock.json pins."""
    try:
        return node.find().packages(ROOT)
    except ServiceMissing as missing:
        cannot_run(missing)


def output_of(*command: str | Path) -> tuple[int, str]:
    run = node.find().run(command, ROOT)
    return run.returncode, run.stdout + run.stderr


def test_every_script_fits_its_types(modules: Path) -> None:
    status, words = output_of(modules / TSC, "--noEmit")
    assert status == 0, words


def test_no_script_is_left_out_of_the_types(modules: Path) -> None:
    _, words = output_of(modules / TSC, "--noEmit", "--listFilesOnly")
    paths = {Path(line) for line in words.splitlines() if Path(line).is_relative_to(SCRIPTS)}
    assert paths == {path for path in SCRIPTS.rglob("*.js") if "vendor" not in path.parts}
    ways_out = re.compile(r"@ts-(ignore|nocheck|expect-error)|eslint-disable")
    assert [path for path in paths if ways_out.search(path.read_text("utf-8"))] == []


def test_a_script_that_breaks_its_types_is_found(modules: Path, tmp_path: Path) -> None:
    """Strict types are on: a name without a type, a value that may be null."""
    (tmp_path / "wrong.js").write_text(
        "export const length = (word) => word.length;\ndocument.querySelector('p').remove();\n"
    )
    settings = {"extends": str(ROOT / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    status, words = output_of(modules / TSC, "--project", tmp_path)
    assert status != 0
    assert "wrong.js(1,24): error TS7006" in words
    assert "wrong.js(2,1): error TS2531" in words


def test_no_script_has_what_the_linter_refuses(modules: Path) -> None:
    status, words = output_of(modules / ESLINT, "--max-warnings=0", ".")
    assert status == 0, words


def test_a_script_that_is_careless_is_found(modules: Path) -> None:
    careless = "var a = 1; if (a == 2) { debugger; }"
    arguments = ["--stdin", "--stdin-filename", "static/js/careless.js"]
    run = node.find().run([modules / ESLINT, *arguments], ROOT, text=careless)
    assert run.returncode != 0
    for rule in ("no-var", "eqeqeq", "no-debugger"):
        assert rule in run.stdout


def test_what_is_worked_out_without_a_page(modules: Path) -> None:
    """``node --test`` in this folder."""
    tests = sorted(FOLDER.glob("*.test.js"))
    status, words = output_of("--test", "--test-reporter=spec", *tests)
    assert status == 0, words
    passed = re.search(r"^. pass (\d+)$", words, re.MULTILINE)
    assert passed, words
    assert int(passed[1]) >= len(tests) > 5
    for left_out in ("skipped", "todo", "cancelled"):
        assert re.search(rf"^. {left_out} 0$", words, re.MULTILINE), words


def test_the_checkers_are_pinned_by_hash_and_name_no_host() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    document = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert "dependencies" not in document
    packages = {name: package for name, package in lock["packages"].items() if name}
    for name, version in document["devDependencies"].items():
        assert packages[f"node_modules/{name}"]["version"] == version
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())


SAME = """
const acorn = require("acorn"), fs = require("fs");
const pairs = JSON.parse(fs.readFileSync(0, "utf8"));
const places = (key, value) => (key === "start" || key === "end" ? undefined : value);
const wanted = { ecmaVersion: "latest", sourceType: "module" };
const meaning = (text) => JSON.stringify(acorn.parse(text, wanted), places);
const other = pairs.filter(([, some, lean]) => meaning(some) !== meaning(lean));
console.log(JSON.stringify(other.map(([name]) => name)));
"""


def test_scripts_without_their_comments_mean_the_same(modules: Path) -> None:
    texts = {str(script.relative_to(SCRIPTS)): script.read_text("utf-8") for script in scripts()}
    texts["a trap"] = TRAP
    pairs = json.dumps([[name, text, jsmin(text)] for name, text in texts.items()])
    run = node.find().run(["-e", SAME], ROOT, text=pairs)
    assert (run.returncode, run.stdout.strip()) == (0, "[]"), run.stdout + run.stderr
    lean = sum(len(jsmin(text)) for text in texts.values())
    assert lean < 0.7 * sum(map(len, texts.values()))


TRAP = """/** A comment. */ const a = `
  // no comment
  /* nor this */
`;
// one, with a ` in it
const b = /** @type {number} */ (1); // and one
/*
 * several `lines
 */
const c = "/* words */";
"""


def scripts() -> list[Path]:
    return sorted(SCRIPTS.rglob("*.js"))
