"""The pages of the shop, from the files in `templates/`. Every value is escaped."""

from html import escape
from pathlib import Path
from string import Template

from dray import Estimate
from orders import Order

FOLDER = Path(__file__).parent
PRODUCT = "Three-seat sofa"
STATES = {
    "draft": "Waiting for you: we text you a link. Open it, check the details and pay for the delivery.",
    "posted": "Paid for. We are looking for a carrier.",
    "accepted": "A carrier is on the way.",
    "completed": "Delivered.",
    "cancelled": "Cancelled.",
    "gone": "Not confirmed within 48 hours, so it was not arranged. Please order it again.",
}


def product_page(form: dict[str, str], errors: dict[str, str], price: Estimate | None = None) -> str:
    """`errors` are by field, and `""` is what no field can correct."""
    values = {name: escape(value) for name, value in form.items()}
    values |= {f"{name}_error": escape(errors.get(name, "")) for name in form}
    values |= {f"{name}_invalid": "true" if name in errors else "false" for name in form}
    values |= {"title": PRODUCT, "checked": form["has_elevator"] and "checked", "delivery": "", "button": ""}
    if price:
        total = f"{price['total_customer_pays_eur']:,.2f}"
        shown = {"total": total, "disclaimer": escape(price["disclaimer"])}
        values |= {"delivery": _filled("delivery", values | shown), "button": "second"}
    links = [f'<li><a {name and "href=#" + name}>{escape(text)}</a></li>' for name, text in errors.items()]
    problems = _filled("problems", {"links": "".join(links)}) if links else ""
    return page(f"Error: {PRODUCT}" if links else PRODUCT, problems + _filled("product", values))


def order_page(order: Order) -> str:
    link = _filled("link", {"link": escape(order.link)}) if order.link and order.status == "draft" else ""
    values = {"number": escape(order.number), "status": STATES[order.status], "link": link}
    return page("Your order", _filled("order", values))


def page(title: str, body: str) -> str:
    return _filled("layout", {"title": escape(title), "body": body})


def _filled(template: str, values: dict[str, str]) -> str:
    return Template((FOLDER / "templates" / f"{template}.html").read_text("utf-8")).substitute(values)
