"""Which module may import which: the arrows drawn in CONTRIBUTING.md."""

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import engine
from tests.test_house import source

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"

# From the outermost layer to the innermost; a layer may import only those after it.
LAYERS = (
    "imhotep_site",
    "archive",
    "insights",
    "events",
    "tables",
    "audit",
    "ratings",
    "games",
    "web",
    "drawing",
    "engine",
)

BOARDS = ("Market", "Pyramid", "Temple", "BurialChamber", "Obelisks")

CHANCE = {"random", "secrets", "uuid"}
CLOCK = {"datetime", "time"}
SHELL = {"argparse", "fileinput", "importlib", "os", "subprocess"}
FILES = {"glob", "io", "pathlib", "shutil", "sqlite3", "tempfile"}
PACKED = {"bz2", "gzip", "lzma", "tarfile", "zipfile"}
NETWORK = {"http", "socket", "urllib"}
OUTSIDE = CLOCK | SHELL | FILES | PACKED | NETWORK
VAGUE = {"util", "utils", "helper", "helpers", "common", "manager", "managers"}


def imports(folder: Path) -> Iterator[tuple[str, str]]:
    """Each module under `folder` (by its path from the root) with each top name it imports."""
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for node in ast.walk(source.tree(path)):
            if isinstance(node, ast.Import):
                yield from ((place, alias.name.partition(".")[0]) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                # A relative import cannot leave the package it stands in.
                name = place if node.level else f"{node.module}"
                yield place, name.replace("/", ".").partition(".")[0]


def test_there_is_an_engine_to_look_at():
    assert list(imports(ENGINE))


def test_no_layer_imports_one_further_out():
    for rank, layer in enumerate(LAYERS):
        further_out = LAYERS[:rank]
        assert [pair for pair in imports(ROOT / layer) if pair[1] in further_out] == []


def test_the_engine_imports_itself_and_the_standard_library_only():
    allowed = sys.stdlib_module_names | {"engine"}
    # The environment for agents: its users install what it is an environment of.
    agents = {("engine/environment/aec.py", name) for name in ("gymnasium", "numpy", "pettingzoo")}
    foreign = {pair for pair in imports(ENGINE) if pair[1] not in allowed}
    assert foreign == agents


def test_only_the_dealer_knows_chance():
    places = {place for place, name in imports(ENGINE) if name in CHANCE}
    # What a position is worth is sampled, and what a fit begins with is drawn.
    sampled = {f"engine/analysis/{name}.py" for name in ("choices", "fit", "shares")}
    # The mark of a request, which is no chance of a game.
    marked = {"engine/bots/bridge.py"}
    assert places <= {"engine/dealer.py", *sampled, *marked}


def test_only_the_edges_of_the_engine_reach_outside():
    # The editions read the files that lie beside them, and only with pathlib.
    arrows = {(place, name) for place, name in imports(ENGINE) if name in OUTSIDE}
    arrows -= {(f"engine/editions/{name}.py", "pathlib") for name in ("__init__", "shipped")}
    # So does the digest of what judges.
    arrows -= {("engine/build.py", "pathlib")}
    # The day a game was played is a value; nobody asks a clock for it.
    arrows -= {(f"engine/log/{name}.py", "datetime") for name in ("header", "model")}
    # And who decides where the modules come from looks for files and asks the environment.
    arrows -= {("engine/compiled.py", name) for name in ("os", "pathlib", "importlib")}
    # The analysis of a log from the shell, and the program that fits its weights.
    arrows -= {("engine/analysis/__main__.py", name) for name in ("argparse", "pathlib")}
    arrows -= {("engine/analysis/fit.py", name) for name in ("argparse", "pathlib")}
    edges = ("engine/__main__.py", "engine/cli/", "engine/files.py", "engine/progress.py")
    edges += ("engine/bots/",)  # it starts a process, and asks a site
    assert [pair for pair in sorted(arrows) if not pair[0].startswith(edges)] == []


def test_nothing_but_the_engine_uses_its_command_line():
    """The verdict, the files and the progress bar are to be had without it."""
    outside = [path for layer in LAYERS[:-1] for path in (ROOT / layer).rglob("*.py")]
    assert outside
    users = [path for path in outside if "engine.cli" in source.text(path)]
    assert [path.relative_to(ROOT).as_posix() for path in users] == []


def test_ratings_and_standings_are_computed_without_the_site():
    for path in (ROOT / "ratings" / "elo.py", *(ROOT / "ratings" / "standings").glob("*.py")):
        names = set(deep_imports(source.tree(path)))
        outside = {name for name in names if not name.startswith("ratings.standings")}
        assert names
        assert {name.partition(".")[0] for name in outside} <= sys.stdlib_module_names


def test_who_audits_needs_python_the_rules_and_the_rating_formula_alone():
    modules = list((ROOT / "audit").rglob("*.py"))
    names = {name for path in modules for name in deep_imports(source.tree(path))}
    tops = {name.partition(".")[0] for name in names}
    assert modules
    assert tops <= sys.stdlib_module_names | {"audit", "engine", "ratings"}
    entered = {name for name in names if name.startswith("ratings")}
    assert entered <= {"ratings.elo", "ratings.standings"}


def test_nobody_uses_signals():
    """What follows what is written in imhotep_site/pipeline.py."""
    layers = [ROOT / layer for layer in LAYERS]
    modules = [path for layer in layers for path in layer.rglob("*.py")]
    named = [path for path in modules if "django.dispatch" in source.text(path)]
    named += [path for path in modules if "db.models.signals" in source.text(path)]
    assert [path.relative_to(ROOT).as_posix() for path in named] == []


def test_no_module_has_a_name_that_says_nothing():
    names = (path.relative_to(ROOT).with_suffix("") for path in ROOT.rglob("*.py"))
    ours = [name for name in names if not any(part.startswith(".") for part in name.parts)]
    assert [name.as_posix() for name in ours if VAGUE & set(name.parts)] == []


def test_nobody_outside_the_sites_names_a_class_of_a_board():
    """Boards answer questions; which class answers is theirs."""
    sites = ENGINE / "sites"
    boards = {f"{site}{side}" for site in BOARDS for side in "ABCD"}
    edges = []
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            if sites in path.parents:
                continue
            for node in ast.walk(source.tree(path)):
                if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith("engine.sites"):
                    named = boards & {alias.name for alias in node.names}
                    edges += [(path.relative_to(ROOT).as_posix(), name) for name in named]
    assert edges == []


PUBLIC = {
    "engine",
    *(
        f"engine.{name}"
        for name in (
            "analysis",
            "analysis.choices",
            "analysis.estimate",
            "analysis.fit",
            "analysis.judged",
            "analysis.shares",
            "analysis.weights",
            "analysis.whole",
            "build",
            "computer",
            "computer.exact_end",
            "computer.features",
            "computer.playout",
            "computer.prices",
            "computer.sight",
            "computer.worth",
            "dealer",
            "entries",
            "errors",
            "events",
            "facts",
            "fairness",
            "editions",
            "files",
            "legal",
            "log",
            "odds",
            "outlook",
            "players",
            "previews",
            "progress",
            "proof",
            "receipt",
            "shared_deal",
            "replay",
            "sailings",
            "setup",
            "shown",
            "verdict",
            "view",
            "vocabulary",
        )
    ),
}
"""What of the engine others may import: its face, and these modules. ``docs/engine.md`` says what
each has; all other modules can change without a look outside."""

MEASURED = {("benchmarks/replay.py", "engine.cli.bench")}
"""The games that the engine measures itself by are those of the benchmark."""


def deep_imports(module: ast.Module) -> Iterator[str]:
    """The modules that `module` imports, wherever the import stands, by their whole names."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module)
            # ``engine.apply`` is a function of the face as well as a module.
            face = engine.__all__ if node.module == "engine" else ()
            modules = (
                f"{node.module}.{alias.name}" for alias in node.names if alias.name not in face
            )
            yield from (name for name in modules if is_module(name))


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_the_engine_is_entered_by_its_face():
    edges = {
        (path.relative_to(ROOT).as_posix(), name)
        for layer in (*LAYERS[:-1], "benchmarks")
        for path in (ROOT / layer).rglob("*.py")
        for name in deep_imports(source.tree(path))
        if name.partition(".")[0] == "engine" and name not in PUBLIC
    }
    # A player of an earlier engine is a copy of its inside.
    edges = {edge for edge in edges if not edge[0].startswith("benchmarks/opponents/")}
    # The drawing of a card or a module knows the entries of its card or module.
    for room in ("cards", "modules"):
        from_drawing = {
            (place_of, name) for place_of, name in edges if place_of.startswith(f"drawing/{room}/")
        }
        edges -= {
            (place_of, name)
            for place_of, name in from_drawing
            if name.startswith(f"engine.{room}.")
        }
    assert sorted(edges - MEASURED) == []


def test_a_deep_import_is_found_wherever_it_stands():
    deep = ["import engine.flow", "from engine import flow", "def f():\n from engine.flow import x"]
    assert all("engine.flow" in deep_imports(ast.parse(code)) for code in deep)
    assert "engine.play" not in deep_imports(ast.parse("from engine import play"))


def test_the_public_modules_are_there_and_are_listed():
    page = (ROOT / "docs" / "engine.md").read_text("utf-8")
    assert [name for name in sorted(PUBLIC) if not is_module(name)] == []
    assert [name for name in sorted(PUBLIC - {"engine"}) if f"`{name}`" not in page] == []


def test_the_drawing_knows_django_in_one_place():
    """It draws in browsers too, where there is none."""
    places = {place for place, name in imports(ROOT / "drawing") if name == "django"}
    assert places == {"drawing/language/__init__.py"}


DRAWING_ROOMS = (
    *("export", "play", "replay", "spoken", "text", "board", "modules", "cards"),
    *("language", "svg"),
)
"""The rooms of the drawing, from the outermost; a room imports only those after it."""


def room_of(name: str) -> str:
    return ".".join(name.split(".")[:2])


def test_the_rooms_of_the_drawing_import_one_way():
    hall = {path.stem for path in (ROOT / "drawing").glob("*.py")}
    assert hall == {"__init__"}
    folders = {path.parent.name for path in (ROOT / "drawing").glob("*/__init__.py")}
    assert folders == set(DRAWING_ROOMS)
    for rank, room in enumerate(DRAWING_ROOMS):
        inner = {f"drawing.{name}" for name in DRAWING_ROOMS[rank:]}
        edges = {
            (path.name, name)
            for path in (ROOT / "drawing" / room).rglob("*.py")
            for name in runtime_imports(source.tree(path))
            if name.startswith("drawing.") and room_of(name) not in inner
        }
        assert sorted(edges) == [], room


def runtime_imports(tree: ast.AST) -> Iterator[str]:
    """The modules that are imported when the program runs, not for types alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from deep_imports(ast.Module([node], []))
        else:
            yield from runtime_imports(node)


# --- faces ----------------------------------------------------------------------

FACED = ("games", "ratings", "tables")
"""Packages that others enter by a room, never by what lies inside it."""
INSIDE = (
    *("games.models.", "games.admin.base", "games.notifications.push", "games.templatetags."),
    "games.example.",
    *("ratings.api.views", "ratings.services.data_export", "games.intake.receive"),
    *("tables.learn.coach", "tables.recorder.fetching."),
)
"""Modules inside rooms that are doors all the same: models and tags, which Django names by module,
the admin's base, web push, the example (its processes know no Django), and modules that
are handed on whole."""


def entries_into_rooms() -> Iterator[tuple[str, str]]:
    """Imports, of each of `FACED` by other packages, of modules inside its rooms."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            for node in ast.walk(source.tree(path)):
                if not isinstance(node, ast.ImportFrom) or node.level or node.module is None:
                    continue
                package = node.module.partition(".")[0]
                if package == layer or package not in FACED:
                    continue
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    entered = whole if is_module(whole) else node.module
                    if entered.count(".") >= 2 and not whole.startswith(INSIDE):
                        yield path.relative_to(ROOT).as_posix(), whole


def test_a_room_is_entered_by_its_face():
    """``from games.standing import settle``: the room's ``__init__`` names what others may use."""
    assert sorted(entries_into_rooms()) == []


def room_imports() -> dict[str, set[str]]:
    """Rooms, and modules of a package's hall, with those of the same package that they import when
    the program runs."""
    edges: dict[str, set[str]] = {}
    for path in source.product():
        room = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        room = room.removesuffix(".__init__")
        package = room.partition(".")[0]
        names = {room_of(name) for name in runtime_imports(source.tree(path))}
        edges.setdefault(room, set()).update(
            name for name in names - {room} if name.startswith(f"{package}.")
        )
    return edges


def test_no_rooms_of_a_package_import_each_other_in_a_circle():
    order = list(TopologicalSorter(room_imports()).static_order())
    assert order.index("engine.state") < order.index("engine.cards")
