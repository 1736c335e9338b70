"""Machinery of the API: base view, problems (RFC 9457), pagination, negotiation, throttles."""

from typing import Final

BELOW: Final = "/api/"
"""The addresses of the API begin so."""
