"""A small shop that has its sofa delivered through Dray. README.md says how to start it."""

from __future__ import annotations

import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import orders
from dray import (
    Dray,
    DrayError,
    DuplicateReferenceError,
    EstimateInput,
    GeocodingError,
    IdempotencyError,
    JobInput,
    NotFoundError,
    Stop,
    ValidationError,
)
from pages import FOLDER, PRODUCT, Form, message_page, order_page, product_page

COLLECTED_AT = "Calle Mayor 10, 28013 Madrid"
FIELDS = {"dropoff.address": "address", "dropoff.floor": "floor", "customer_phone": "phone"}
WRONG_PHONE = "Give a mobile phone that gets texts, with its country code, such as +34 612 345 678."
NO_ANSWER = "The delivery service does not answer. Try again in a minute: nothing is ordered twice."
TAKEN = "This order was placed before with other details. Its link is in a text on that phone."
READ_EVERY_SECONDS = 300
ENDED = ("completed", "cancelled", "gone")
POLICY = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'"


def trip_of(form: Form) -> EstimateInput:
    """Raises ValueError if the floor is not a number."""
    dropoff: Stop = {"address": form["address"], "has_elevator": bool(form["has_elevator"])}
    if form["floor"]:
        dropoff["floor"] = int(form["floor"])
    return {"size": "M", "pickup": {"address": COLLECTED_AT}, "dropoff": dropoff}


def explain(error: DrayError) -> dict[str, str]:
    """What to say at which field of the form."""
    if isinstance(error, IdempotencyError):
        return {"": TAKEN}
    details = error.details if isinstance(error, (ValidationError, GeocodingError)) else {}
    shown = {FIELDS[name]: text for name, text in details.items() if name in FIELDS}
    if "phone" in shown:
        shown["phone"] = WRONG_PHONE
    if not shown:
        print(f"shop: {error}", file=sys.stderr)
    sentences = {
        name: text if text[0].isupper() else f"{name.capitalize()} {text}." for name, text in shown.items()
    }
    return sentences or {"": NO_ANSWER}


class Shop(BaseHTTPRequestHandler):
    dray: Dray
    timeout = 30

    def do_GET(self) -> None:
        if self.path == "/":
            self.answer(200, product_page(Form({})))
        elif self.path == "/style.css":
            self.answer(200, (FOLDER / "style.css").read_text("utf-8"), kind="text/css")
        elif order := orders.find(self.path.removeprefix("/orders/")):
            self.answer(200, order_page(self.updated(order)))
        else:
            self.answer(404, message_page("There is no such page"))

    def do_POST(self) -> None:
        length = min(int(self.headers.get("Content-Length", 0)), 10_000)
        form = Form(parse_qs(self.rfile.read(length).decode("utf-8", "replace")))
        if not re.fullmatch(r"\d{6}-[0-9a-f]{16}", form["order"]):
            form.values["order"] = orders.new_number()
        if self.path == "/order":
            self.place(form)
        else:
            self.show_price(form)

    def show_price(self, form: Form) -> None:
        estimate = None
        try:
            estimate = self.dray.estimate(trip_of(form))
        except ValueError:
            form.errors["floor"] = "Give the floor as a whole number, such as 2."
        except DrayError as error:
            form.errors |= explain(error)
        status = 200 if not form.errors else 503 if "" in form.errors else 422
        self.answer(status, product_page(form, estimate))

    def place(self, form: Form) -> None:
        """The order number is reference and idempotency key, so that a repeated order is one job."""
        number, phone = form["order"], re.sub(r"[\s().-]", "", form["phone"])
        try:
            if not orders.find(number):
                trip = trip_of(form)
                job: JobInput = {
                    "external_reference": number,
                    "title": PRODUCT,
                    "size": trip["size"],
                    "pickup": trip["pickup"],
                    "dropoff": trip["dropoff"],
                    "customer_phone": phone,
                }
                created = self.dray.create_job(job, idempotency_key=number)
                link = created["deep_link_url"]
                orders.save(orders.Order(number, created["job_id"], link, "draft", time.time()))
        except DuplicateReferenceError as taken:
            # An earlier try made the job, more than 24 hours ago, and its answer was lost.
            orders.save(orders.Order(number, taken.job_id or "none", "", "draft", 0.0))
        except ValueError:
            return self.show_price(form)
        except DrayError as error:
            form.errors = explain(error)
            return self.show_price(form)
        self.answer(303, "", Location=f"/orders/{number}")

    def updated(self, order: orders.Order) -> orders.Order:
        if order.status in ENDED or time.time() - order.read_at < READ_EVERY_SECONDS:
            return order
        try:
            status: str = self.dray.get_job(order.job_id)["status"]
        except NotFoundError:
            status = "gone"
        except DrayError:
            return order
        order = order._replace(status=status, read_at=time.time())
        orders.save(order)
        return order

    def answer(self, status: int, text: str, kind: str = "text/html", **headers: str) -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Referrer-Policy", "no-referrer")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


def main() -> None:
    key, url = os.environ.get("DRAY_API_KEY"), os.environ.get("DRAY_URL", "http://127.0.0.1:8080")
    if not key:
        sys.exit("Set DRAY_API_KEY to a test key of the service.")
    Shop.dray = Dray(key, url, timeout=10, language="en")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Shop)
    print(f"The shop is at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
