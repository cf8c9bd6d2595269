"""Where the service is."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Server:
    """The parts of `base_url`. `prefix` is its path, before `/v1`; `url` has no slash at its end."""

    is_secure: bool
    host: str
    port: int
    prefix: str
    url: str


def read_base_url(base_url: str, *, allow_http: bool) -> Server:
    """Reads the address, and refuses one over which the key could be read by others.

    Raises ValueError.
    """
    if not isinstance(base_url, str) or not re.fullmatch(r"https?://[\x21-\x7e]+", base_url):
        raise ValueError("base_url must be an address such as https://dray.example")
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host:
        raise ValueError("base_url must be an address such as https://dray.example")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("base_url must have no user name, query or fragment")
    is_secure = parts.scheme == "https"
    if not is_secure and not allow_http and not is_loopback(host):
        raise ValueError(
            "base_url is http, over which others can read the API key: use https, or pass allow_http=True"
        )
    port = port or (443 if is_secure else 80)
    return Server(is_secure, host, port, parts.path.rstrip("/"), base_url.rstrip("/"))


def is_loopback(host: str) -> bool:
    """True if requests to the host do not leave this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
