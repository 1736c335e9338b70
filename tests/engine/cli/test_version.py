"""``python -m engine --version``: which build a source is."""

from engine.build import VERSION, build, engine_version
from tests.engine.cli.shell import engine


def test_the_version_names_the_build() -> None:
    """As verifications and dumps have it."""
    answer = engine("--version")
    assert (answer.status, answer.out) == (0, f"{engine_version()}\n")
    assert engine_version() == f"{VERSION}+{build()}"
