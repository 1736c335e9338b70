"""The colours of pages: by day, by night, or as the browser asks for.

A cookie has the choice, so that the server draws the page in it and nothing flashes
(``templates/base.html``).
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from imhotep_site.languages import is_ours, page_before
from web.schemes import SCHEME_COOKIE, SCHEMES


@csrf_exempt
@require_POST
def choose_scheme(request: HttpRequest) -> HttpResponse:
    """The switch at the foot of every page, without a token like that of the language. Anything
    else than a scheme forgets the choice."""
    if not is_ours(request):
        return HttpResponseForbidden(
            _("The form was sent from another site. Go back and try again.")
        )
    answer = HttpResponseRedirect(page_before(request))
    scheme = request.POST.get("scheme", "")
    if scheme in SCHEMES:
        answer.set_cookie(
            SCHEME_COOKIE,
            scheme,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(SCHEME_COOKIE, samesite="Lax")
    return answer
