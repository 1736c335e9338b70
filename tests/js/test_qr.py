"""QR codes of the recorder: the same modules as another program draws under the same mask, and the
library as npm has it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import qrcode
from qrcode.util import MODE_8BIT_BYTE, QRData

from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
TEXT = "/record/#abcdefghijklmnopqrstuvwxyz-_0123456789" * 100
SIZES = [("L", 5, 1), ("M", 14, 1), ("M", 60, 4), ("L", 150, 7), ("M", 300, 13), ("L", 900, 21),
         ("M", 1200, 29), ("L", 1732, 30)]  # fmt: skip
"""Level, length of the text, version."""

LEVELS = {"L": qrcode.constants.ERROR_CORRECT_L, "M": qrcode.constants.ERROR_CORRECT_M}
QUIET = 4
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def modules_in(path: dict[str, str | int]) -> list[list[bool]]:
    """Dark modules by row and column; each run of the path is dark once."""
    side = int(path["side"]) - 2 * QUIET
    rows = [[False] * side for _ in range(side)]
    runs = RUN.findall(str(path["d"]))
    assert "".join(f"M{x} {y}h{wide}v1h-{back}z" for x, y, wide, back in runs) == path["d"]
    for x, y, wide, back in runs:
        assert wide == back
        for column in range(int(x), int(x) + int(wide)):
            assert not rows[int(y) - QUIET][column - QUIET]
            rows[int(y) - QUIET][column - QUIET] = True
    return rows


def mask_of(modules: list[list[bool]]) -> int:
    """ISO/IEC 18004, 7.9: three bits of the format, which is masked itself by 101."""
    bits = [modules[8][column] for column in (2, 3, 4)]
    return sum(bit << (2 - index) for index, bit in enumerate(bits)) ^ 0b101


@pytest.fixture(scope="module")
def paths() -> list[dict[str, str | int]]:
    texts = [(level, TEXT[:length]) for level, length, _version in SIZES]
    try:
        run = node.find().run([FOLDER / "qr.js"], FOLDER, text=json.dumps(texts))
    except ServiceMissing as missing:
        cannot_run(missing)
    assert run.returncode == 0, run.stderr
    codes: list[dict[str, str | int]] = json.loads(run.stdout)
    return codes


@pytest.mark.parametrize("index", range(len(SIZES)))
def test_codes_have_the_modules_of_another_program(
    paths: list[dict[str, str | int]], index: int
) -> None:
    level, length, version = SIZES[index]
    modules = modules_in(paths[index])
    assert len(modules) == 17 + 4 * version
    code = qrcode.QRCode(version, LEVELS[level], border=0, mask_pattern=mask_of(modules))
    code.add_data(QRData(TEXT[:length], mode=MODE_8BIT_BYTE), optimize=0)
    code.make(fit=False)
    assert modules == [[bool(dark) for dark in row] for row in code.modules]


def test_the_library_is_the_one_of_npm() -> None:
    try:
        packages = node.find().packages(ROOT)
    except ServiceMissing as missing:
        cannot_run(missing)
    ours = (ROOT / "static/vendor/qrcode-generator.js").read_bytes()
    assert ours == (packages / "qrcode-generator/dist/qrcode.mjs").read_bytes()
