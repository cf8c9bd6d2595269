"""Sends a request, with retries."""

from __future__ import annotations

import dataclasses
import http.client
import logging
import time
from dataclasses import dataclass

from .errors import DrayError
from .exchange import Answer, Request, Route, exchange
from .link_in import link_in
from .refusal import lost_answer, refusal_of
from .retries import is_refused_undone, pause_before_retry

log = logging.getLogger("dray")

_NOT_MODIFIED = 304


@dataclass(frozen=True)
class Sender:
    route: Route
    max_retries: int

    def send(self, request: Request) -> Answer:
        """Returns a success, or 304 where the request asks for it. Raises DrayError."""
        retries = 0
        while True:
            outcome = self._try(request)
            if isinstance(outcome, Answer):
                return outcome
            pause = pause_before_retry(outcome, retries)
            may_repeat = not request.once or is_refused_undone(outcome)
            if pause is None or retries >= self.max_retries or not may_repeat:
                raise outcome
            log.debug("%s %s: %s; retry in %.1f s", request.method, request.path, outcome, pause)
            time.sleep(pause)
            retries += 1

    def _try(self, request: Request) -> Answer | DrayError:
        try:
            answer = exchange(self.route, request)
        except (OSError, http.client.HTTPException) as error:
            return lost_answer(error)
        request_id = answer.headers.get("X-Request-Id")
        log.debug("%s %s: %d, request %s", request.method, request.path, answer.status, request_id)
        if 200 <= answer.status < 300:
            return answer
        if answer.status == _NOT_MODIFIED and "If-None-Match" in request.headers:
            return answer
        refusal = refusal_of(dataclasses.replace(answer, body=self.route.api_key.hide_in(answer.body)))
        refusal.help_url = link_in(answer.headers, "help", self.route)
        return refusal
