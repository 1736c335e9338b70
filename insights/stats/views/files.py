"""The files for researchers: what they are, and the files themselves."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from insights.stats.services.research import INDEX, published


@require_safe
def files(request: HttpRequest) -> HttpResponse:
    """The newest files, and questions that they answer."""
    context = {"published": published(), "questions": questions(), "index": INDEX}
    return render(request, "stats/files.html", context)


@require_safe
def research_file(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """A file of the newest export, or what all of them are."""
    newest = published()
    if newest is None:
        raise Http404("nothing was exported yet")
    if name == INDEX:
        index = {"made_at": newest.made_at, "files": [file._asdict() for file in newest.files]}
        return JsonResponse(index)
    path = newest.path(name)
    if path is None or not path.is_file():
        raise Http404("there is no such file")
    answer = FileResponse(path.open("rb"), filename=name, as_attachment=True)
    answer["Content-Type"] = "application/vnd.apache.parquet"
    answer["Cache-Control"] = "no-cache"
    return answer


@cache
def questions() -> SafeString:
    """``docs/research.md`` from its first question on; it is ours, and has no HTML."""
    text = (settings.BASE_DIR / "docs" / "research.md").read_text("utf-8")
    reader = MarkdownIt("commonmark", {"html": False})
    html = str(reader.render("## " + text.partition("\n## ")[2]))
    return mark_safe(html.replace("<pre>", '<pre tabindex="0">'))
