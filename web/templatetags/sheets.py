"""Links to style sheets that are collected as one."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from drawing.export.style import IMPORT, static_text

register = template.Library()


@register.simple_tag
def sheet(name: str) -> SafeString:
    """The link to ``css/name.css``, which imports others; links to those where static files are not
    collected."""
    path = f"css/{name}.css"
    paths = [path]
    if not hasattr(staticfiles_storage, "hashed_files"):  # nothing is collected
        paths = [f"css/{part}" for part in IMPORT.findall(static_text(path))]
    links = ((static(part),) for part in paths)
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
