"""Machinery of the API: base view, problems (RFC 9457), pagination, negotiation, throttles."""
