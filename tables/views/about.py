"""How the cards are dealt here, and how it can be checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.limits import SHARES_DAYS, SHARES_LIVE


@require_safe
def fair_dealing(request: HttpRequest) -> HttpResponse:
    context = {
        "seconds": int(SHARES_LIVE.total_seconds()),
        "hours": int(SHARES_DAYS.total_seconds() // 3600),
    }
    return render(request, "tables/fair_dealing.html", context)
