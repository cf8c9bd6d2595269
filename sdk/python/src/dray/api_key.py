"""The API key, which no printed object, error or log shows."""

from __future__ import annotations

import re

_VISIBLE_ASCII = re.compile(r"[\x21-\x7e]+")


class ApiKey:
    """Holds the key so that printing a client or a traceback with local variables does not show it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        if not isinstance(value, str) or not _VISIBLE_ASCII.fullmatch(value):
            raise ValueError("api_key must be the key as it was issued, without spaces or line breaks")
        self._value = value

    def __repr__(self) -> str:
        return "ApiKey(hidden)"

    def reveal(self) -> str:
        """Returns the value, for the header of a request only."""
        return self._value

    def hide_in(self, content: bytes) -> bytes:
        """Removes the key from an answer, in case a proxy repeats the request in it."""
        return content.replace(self._value.encode(), b"(API key)")
