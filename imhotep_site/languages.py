"""The language of a page: the one that the address names, else that of the account or the browser.

``/page/?lang=de`` is German. Without it a cookie decides, which the switch at the foot of a page
sets and which a login brings back; then what the browser asks for (``Accept-Language``, RFC 9110,
section 12.5.4). The API is English unless its address names another.
"""

from __future__ import annotations

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from drawing.language import ENGLISH
from web.api import BELOW
from web.languages import remember, requested_language


class Languages(LocaleMiddleware):
    """Chooses the language, and says on what the choice depended."""

    def process_request(self, request: HttpRequest) -> None:
        named = requested_language(request)
        if named is None and request.path_info.startswith(BELOW):
            named = ENGLISH
        if named is None:
            super().process_request(request)
            return
        translation.activate(named)
        request.LANGUAGE_CODE = named

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.path_info.startswith(BELOW) or "Content-Language" in response.headers:
            return response
        response.headers["Content-Language"] = translation.get_language() or ENGLISH
        if requested_language(request) is None:
            patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response


@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """The switch at the foot of every page: a cookie, and back to the page. It asks for no token,
    so that pages that all people share need none; but for a word of the browser that the form is
    ours (``Sec-Fetch-Site``, before it ``Origin``; RFC 6454)."""
    if not is_ours(request):
        return HttpResponseForbidden(
            _("The form was sent from another site. Go back and try again.")
        )
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest(_("This site isn’t available in that language."))
    answer = HttpResponseRedirect(page_before(request))
    remember(answer, language)
    return answer


def page_before(request: HttpRequest) -> str:
    """The page of ours that the form stands on; else the first page."""
    back = request.POST.get("next", "")
    is_local = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return back if is_local else reverse("home")


def is_ours(request: HttpRequest) -> bool:
    """True if the browser says that a page of this site sent the form."""
    fetch_site = request.headers.get("Sec-Fetch-Site")
    if fetch_site:
        return fetch_site == "same-origin"
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
