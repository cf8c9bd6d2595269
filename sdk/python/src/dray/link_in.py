"""The address that a response refers to."""

from __future__ import annotations

import re
from http.client import HTTPMessage
from typing import Literal
from urllib.parse import urljoin

from .exchange import Route


def link_in(headers: HTTPMessage, rel: Literal["alternate", "help"], route: Route) -> str | None:
    """Target of the `Link` with this `rel`. A proxy could repeat the API key in it."""
    links = ", ".join(headers.get_all("Link", []))
    found = re.search(
        rf'<([^>]*)>[^<]*;\s*rel="?{rel}\b',
        route.api_key.hide_in(links.encode()).decode(),
        re.IGNORECASE,
    )
    try:
        return urljoin(f"{route.server.url}/", found[1]) if found else None
    except ValueError:
        return None
