"""SVG in strings: every value is escaped here, and nowhere else."""

from __future__ import annotations

from html import escape

MINUS = "\N{MINUS SIGN}"


class Markup(str):
    """Text that is markup: a template writes it as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def signed_points(points: int) -> str:
    """Points as they are printed: with a proper minus."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def coord(value: float) -> str:
    """A coordinate as short as it can be written."""
    return f"{round(value, 1):g}"


def tag(name: str, content: str = "", **attributes: str | float) -> str:
    """``<name …>content</name>``; `content` is markup. ``class_`` is ``class``, ``_`` is ``-``."""
    markup = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{markup}>{content}</{name}>" if content else f"<{name}{markup}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else coord(value)


def rect(x: float, y: float, width: float, height: float, look: str, rx: float = 0) -> str:
    """A rectangle with the CSS class `look`."""
    return tag("rect", class_=look, x=x, y=y, width=width, height=height, rx=rx)


def path(d: str, look: str) -> str:
    return tag("path", class_=look, d=d)


def circle(x: float, y: float, r: float, look: str) -> str:
    return tag("circle", class_=look, cx=x, cy=y, r=r)


def svg_text(x: float, y: float, words: str, look: str, lower: float = 0) -> str:
    """Plain words at a place; how they are aligned is part of `look`. `lower`: how far below the
    place, in units of their size."""
    shift: dict[str, str] = {"dy": f"{lower:.2f}em"} if lower else {}
    return tag("text", escape(words), class_=look, x=x, y=y, **shift)


def group(content: str, x: float = 0, y: float = 0, look: str = "") -> str:
    """`content` moved to (x, y)."""
    attributes: dict[str, str | float] = {"class_": look} if look else {}
    if x or y:
        attributes["transform"] = f"translate({coord(x)} {coord(y)})"
    return tag("g", content, **attributes)


def use(symbol: str, x: float, y: float) -> str:
    """A symbol of ``symbols`` as a part of the backdrop."""
    return tag("use", href=f"#i-{symbol}", transform=f"translate({coord(x)} {coord(y)})")


def hint(words: str) -> str:
    """Hint that a resting pointer shows."""
    return f"<title>{escape(words)}</title>"
