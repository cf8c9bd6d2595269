"""A small shop that has its sofa delivered through Dray. README.md says how to start it."""

import os
import re
import sys
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import dray
import orders
from pages import FOLDER, PRODUCT, order_page, page, product_page

INPUTS = ("address", "floor", "has_elevator", "phone", "order")
FIELDS = {"dropoff.address": "address", "dropoff.floor": "floor", "customer_phone": "phone"}
WRONG_PHONE = "Give a mobile phone that gets texts, with its country code, such as +34 612 345 678."
NO_ANSWER = "The delivery service does not answer. Try again in a minute: nothing is ordered twice."
TAKEN = "This order was placed before with other details. Its link is in a text on that phone."
READ_EVERY_SECONDS = 300
ENDED = ("completed", "cancelled", "gone")
POLICY = "default-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'"


def trip_of(form: dict[str, str]) -> dray.EstimateInput:
    """Raises ValueError if the floor is not a number."""
    dropoff: dray.Stop = {"address": form["address"], "has_elevator": bool(form["has_elevator"])}
    if form["floor"]:
        dropoff["floor"] = int(form["floor"])
    return {"size": "M", "pickup": {"address": "Calle Mayor 10, 28013 Madrid"}, "dropoff": dropoff}


def explain(error: dray.DrayError) -> dict[str, str]:
    """What to say at which field of the form."""
    shown = {FIELDS[name]: text for name, text in getattr(error, "details", {}).items() if name in FIELDS}
    if not shown:
        print(f"shop: {error}", file=sys.stderr)
        return {"": TAKEN if isinstance(error, dray.IdempotencyError) else NO_ANSWER}
    shown |= {"phone": WRONG_PHONE} if "phone" in shown else {}
    return {name: text if text[0].isupper() else f"{name.title()} {text}." for name, text in shown.items()}


class Shop(BaseHTTPRequestHandler):
    client: dray.Dray
    timeout = 30

    def do_GET(self) -> None:
        if self.path == "/":
            self.answer(200, product_page(dict.fromkeys(INPUTS, ""), {}))
        elif self.path == "/style.css":
            self.answer(200, (FOLDER / "style.css").read_text("utf-8"), kind="text/css")
        elif order := orders.find(self.path.removeprefix("/orders/")):
            self.answer(200, order_page(self.updated(order)))
        else:
            self.answer(404, page("Not found", "<h1>There is no such page</h1>"))

    def do_POST(self) -> None:
        body = self.rfile.read(max(0, min(int(self.headers.get("Content-Length", 0)), 10_000)))
        sent = parse_qs(body.decode("utf-8", "replace"))
        # A line break in the address becomes a space.
        form = {name: " ".join(sent.get(name, [""])[0].split()) for name in INPUTS}
        # It cannot be guessed, because the page of an order has the link of the customer.
        if not re.fullmatch(r"[0-9a-f-]{36}", form["order"]):
            form["order"] = str(uuid.uuid4())
        errors, price = {}, None
        try:
            trip = trip_of(form)
            if self.path == "/order" and not (errors := self.place(form, trip)):
                return self.answer(303, "", Location=f"/orders/{form['order']}")
            price = self.client.estimate(trip)
        except ValueError:
            errors["floor"] = "Give the floor as a whole number, such as 2."
        except dray.DrayError as error:
            errors |= explain(error)
        self.answer(200 if not errors else 503 if "" in errors else 422, product_page(form, errors, price))

    def place(self, form: dict[str, str], trip: dray.EstimateInput) -> dict[str, str]:
        """The order number is reference and idempotency key, so that a repeated order is one job."""
        number, phone = form["order"], re.sub(r"[\s().-]", "", form["phone"])
        job: dray.JobInput = {**trip, "external_reference": number, "title": PRODUCT, "customer_phone": phone}
        try:
            if not orders.find(number):
                created = self.client.create_job(job, idempotency_key=number)
                orders.save(number, created["job_id"], created["web_url"] or "", "draft")
        except dray.DuplicateReferenceError as taken:
            # An earlier try made the job, more than 24 hours ago, and its answer was lost.
            self.updated(orders.Order(number, taken.job_id or "none", "", "draft", 0.0))
        except dray.DrayError as error:
            return explain(error)
        return {}

    def updated(self, order: orders.Order) -> orders.Order:
        if order.status in ENDED or time.time() - order.read_at < READ_EVERY_SECONDS:
            return order
        try:
            status: str = self.client.get_job(order.job_id)["status"]
        except dray.NotFoundError:
            status = "gone"
        except dray.DrayError:
            status = order.status
        return orders.save(order.number, order.job_id, order.link, status)

    def answer(self, status: int, text: str, kind: str = "text/html", **headers: str) -> None:
        self.send_response(status)
        headers |= {"Content-Type": f"{kind}; charset=utf-8", "Content-Security-Policy": POLICY}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())


if __name__ == "__main__":
    key = os.environ.get("DRAY_API_KEY") or sys.exit("Set DRAY_API_KEY to a test key of the service.")
    Shop.client = dray.Dray(key, os.environ.get("DRAY_URL", "http://127.0.0.1:8080"), 10, language="en")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Shop)
    print(f"The shop is at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
