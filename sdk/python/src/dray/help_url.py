"""The part of the guide that an answer refers to."""

from __future__ import annotations

import re
from http.client import HTTPMessage
from urllib.parse import urljoin

from .exchange import Route

_HELP_LINK = re.compile(r'<([^>]*)>[^<]*;\s*rel="?help\b', re.IGNORECASE)


def help_url_in(headers: HTTPMessage, route: Route) -> str | None:
    """Target of the `Link` with `rel="help"`. A proxy could repeat the API key in it."""
    links = ", ".join(headers.get_all("Link", []))
    found = _HELP_LINK.search(route.api_key.hide_in(links.encode()).decode())
    try:
        return urljoin(f"{route.server.url}/", found[1]) if found else None
    except ValueError:
        return None
