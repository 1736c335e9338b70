"""The proof in the file to keep of a game: checked without the site, and told in sentences."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from audit import fields
from audit.dump import UnreadableDump
from audit.fields import Line, WrongField, printable
from audit.game_fields import id_of
from audit.log_digest import log_without_names
from audit.merkle import is_included, leaf_hash
from audit.signed import Checkpoint, NotSigned, open_checkpoint, parse_vkey

LARGEST_FILE: Final = 64 << 20
SCRIPT: Final = re.compile(r'<script[^>]*\bid="inclusion-proof"[^>]*>(.*?)</script>', re.DOTALL)
LOG_OF_PAGE: Final = re.compile(r'class="alone-log".*?<pre[^>]*>([^<]*)</pre>', re.DOTALL)


def proved_sentences(path: Path, key: str | None) -> Iterator[str]:
    """A sentence for each leaf that the file proves; `key`: a vkey, or a file with it. Raises
    ``NotSigned`` for a proof that proves nothing, ``UnreadableDump`` for a file without one."""
    text = _text(path)
    script = SCRIPT.search(text)
    proof = _object(script[1] if script else text)
    try:
        game = fields.text_field(proof, "game")
        point = _checkpoint(proof, key)
        if key is None:
            yield "the key comes from the file: compare it with a copy from elsewhere (--key)"
        yield f"a tree of {point.size} leaves, signed as {point.origin} by {_key(proof)}"
        for leaf in fields.objects_field(proof, "leaves"):
            yield _leaf_sentence(leaf, game, point)
        yield from _log_of_page(text if script else "", proof)
    except WrongField as error:
        raise UnreadableDump(f"{path}: {error}") from None


def _leaf_sentence(leaf: Line, game: str, point: Checkpoint) -> str:
    number, entry = fields.number_field(leaf, "number"), fields.text_field(leaf, "data")
    siblings = leaf.get("proof")
    try:
        nodes = [b64decode(str(node), validate=True) for node in _list(siblings)]
    except ValueError:
        raise WrongField("proof: expected hashes in base64") from None
    if not is_included(leaf_hash(entry.encode()), number, point.size, nodes, point.root):
        raise NotSigned(f"leaf {number} is not in the signed tree")
    named = _object(entry)
    kind, digest = fields.text_field(named, "kind"), fields.text_field(named, "digest")
    label = f"leaf {number}, of {fields.moment_field(named, 'at')}: {kind} {named.get('id')}"
    line = fields.text_or_none(leaf, "line")
    if line is None:
        return f"{label}, digest {digest}; the file does not contain its line"
    if sha256(line.encode()).hexdigest() != digest:
        raise NotSigned(f"leaf {number} has a different digest from its line")
    _check_game(kind, line, str(named.get("id")), game)
    return f"{label}: {' / '.join(line.splitlines()[:7]) if kind == 'log' else line}"


def _check_game(kind: str, line: str, record: str, game: str) -> None:
    """Raises ``NotSigned`` for a leaf of another game."""
    about = record
    if kind == "verification":
        fingerprint = str(_object(line).get("fingerprint"))
        about = id_of(fingerprint) if re.fullmatch(r"[0-9a-f]{64}", fingerprint) else game
    elif kind == "standing":
        about = str(_object(line).get("game"))
    if about != game:
        raise NotSigned(f"a {kind} of {about}, not of {game}")


def _log_of_page(page: str, proof: Line) -> Iterator[str]:
    """A sentence if the page shows the proved log. Raises ``NotSigned`` if it shows another."""
    proved = [
        str(leaf.get("line"))
        for leaf in fields.objects_field(proof, "leaves")
        if _object(fields.text_field(leaf, "data")).get("kind") == "log" and leaf.get("line")
    ]
    texts = [html.unescape(text) for text in LOG_OF_PAGE.findall(page)]
    if proved and texts:
        if log_without_names(texts[0]).strip() != proved[-1].strip():
            raise NotSigned("the log on the page is not the one that is proved")
        yield "the log on the page is the proved one, but for names"


def _checkpoint(proof: Line, key: str | None) -> Checkpoint:
    named = key if key is not None else fields.text_field(proof, "key")
    if key is not None and Path(key).is_file():
        named = Path(key).read_text("utf-8")
    return open_checkpoint(fields.text_field(proof, "checkpoint"), parse_vkey(named))


def _key(proof: Line) -> str:
    return printable(fields.text_field(proof, "key"))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableDump(f"{path}: {error}") from None


def _object(text: str) -> Line:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise UnreadableDump("this file has no proof: no object of JSON")
    return document


def _list(content: object) -> list[object]:
    if not isinstance(content, list):
        raise WrongField("proof: expected a list")
    return content
