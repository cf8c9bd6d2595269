"""The pages of the shop, from the files in `templates/`. Every value is escaped."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

from dray import Estimate
from orders import Order

FOLDER = Path(__file__).parent
PRODUCT = "Three-seat sofa"
PRICE_EUR = 420.0

STATES = {
    "draft": "Waiting for you: we text you a link. Open it, check the details and pay for the delivery.",
    "posted": "Paid for. We are looking for a carrier.",
    "accepted": "A carrier is on the way.",
    "completed": "Delivered.",
    "cancelled": "Cancelled.",
    "gone": "Not confirmed within 48 hours, so it was not arranged. Please order it again.",
}


class Form:
    """What the customer has written. `errors` are by field, and `""` is what no field can correct."""

    NAMES = ("address", "floor", "has_elevator", "phone", "order")

    def __init__(self, sent: dict[str, list[str]]) -> None:
        # A line break in the address becomes a space.
        self.values = {name: " ".join(sent.get(name, [""])[0].split()) for name in self.NAMES}
        self.errors: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        return self.values[name]


def product_page(form: Form, estimate: Estimate | None = None) -> str:
    values = _shown(form) | {"title": PRODUCT, "price": _euros(PRICE_EUR), "delivery": "", "button": ""}
    if estimate:
        price = _euros(estimate["total_customer_pays_eur"])
        prices = {"total": price, "disclaimer": escape(estimate["disclaimer"])}
        values |= {"delivery": _filled("delivery", values | prices), "button": "second"}
    title = f"Error: {PRODUCT}" if form.errors else PRODUCT
    return _layout(title, _summary(form.errors) + _filled("product", values))


def order_page(order: Order) -> str:
    values = {"number": escape(order.number), "status": STATES[order.status], "link": ""}
    if order.link and order.status == "draft":
        values["link"] = (
            f'<p><a class="button" href="{escape(order.link)}">Open it in the app</a> on your phone</p>'
        )
    return _layout("Your order", _filled("order", values))


def message_page(title: str) -> str:
    return _layout(title, f'<h1>{escape(title)}</h1><p><a href="/">To the shop</a></p>')


def _shown(form: Form) -> dict[str, str]:
    shown = {name: escape(value) for name, value in form.values.items()}
    shown["elevator_state"] = "checked" if form["has_elevator"] else ""
    for name in form.NAMES:
        error = form.errors.get(name)
        state = f'{name}-hint {name}-error" aria-invalid="true"' if error else f'{name}-hint"'
        shown[f"{name}_state"] = f'aria-describedby="{state}'
        shown[f"{name}_error"] = f'<p class="error" id="{name}-error">{escape(error)}</p>' if error else ""
    return shown


def _summary(errors: dict[str, str]) -> str:
    if not errors:
        return ""
    links = (
        f'<a href="#{name}">{escape(text)}</a>' if name else escape(text) for name, text in errors.items()
    )
    items = "".join(f"<li>{link}</li>" for link in links)
    return f'<div class="summary" role="alert"><h2>There is a problem</h2><ul>{items}</ul></div>'


def _layout(title: str, body: str) -> str:
    return _filled("layout", {"title": escape(title), "body": body})


def _filled(template: str, values: dict[str, str]) -> str:
    return Template((FOLDER / "templates" / f"{template}.html").read_text("utf-8")).substitute(values)


def _euros(amount: float) -> str:
    return f"{amount:,.2f} €"
