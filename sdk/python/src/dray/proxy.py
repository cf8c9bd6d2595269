"""The proxy that the environment names, as urllib reads it."""

from __future__ import annotations

import base64
import urllib.request
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    headers: dict[str, str] = field(repr=False)


def proxy_for(host: str) -> Proxy | None:
    """The proxy of `HTTPS_PROXY`, unless `NO_PROXY` excepts the host. It only sees encrypted bytes."""
    address = urllib.request.getproxies().get("https")
    if not address or urllib.request.proxy_bypass(host):
        return None
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if not parts.hostname:
        return None
    headers = {}
    if parts.username is not None:
        credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(credentials.encode()).decode()}"
    return Proxy(parts.hostname, parts.port or 80, headers)
