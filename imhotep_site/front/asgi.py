"""The types of ASGI, as the applications here take and give them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Scope = dict[str, Any]
"""What a connection is; its values depend on its type, by the specification."""
Message = Mapping[str, Any]
"""What is received or sent; so do its."""

Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
