"""Pictures of positions that are drawn for the day and for the night."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from web.schemes import chosen_scheme

register = template.Library()

DARK = "(prefers-color-scheme: dark)"


@register.simple_tag(takes_context=True)
def small_picture(
    context: Context,
    address: str,
    width: int,
    height: int,
    css: str = "",
    *,
    lazy: bool = False,
    alt: str = "",
) -> SafeString:
    """The picture at `address` in the colours that the visitor chose, or else in those that the
    browser prefers. Without `alt` the text around it, or the link, says the rest."""
    scheme = chosen_scheme(context.get("request"))
    return themed_picture(scheme, address, width, height, css, lazy=lazy, alt=alt)


def themed_picture(
    scheme: str,
    address: str,
    width: int,
    height: int,
    css: str = "",
    *,
    lazy: bool = False,
    part: str = "",
    alt: str = "",
) -> SafeString:
    """As ``small_picture``, for a `scheme` of ``chosen_scheme``; `part`: the id of the view that is
    shown of the picture."""
    end = f"#{part}" if part else ""
    joint = "&" if "?" in address else "?"
    size = format_html(
        'width="{}" height="{}" alt="{}"{} decoding="async"',
        *(width, height, alt, mark_safe(' loading="lazy"') if lazy else ""),
    )
    named = format_html(' class="{}"', css) if css else ""
    image = format_html(
        '<img{} src="{}{}look={}{}" {}>', named, address, joint, scheme or "day", end, size
    )
    if scheme:
        return image
    dark = format_html('<source media="{}" srcset="{}{}look=night{}">', DARK, address, joint, end)
    return format_html("<picture>{}{}</picture>", dark, image)
