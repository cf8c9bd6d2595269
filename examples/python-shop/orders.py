"""The orders of the shop, in a file."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from contextlib import closing
from typing import NamedTuple

FILE = os.environ.get("SHOP_DB", os.path.join(os.path.dirname(os.path.abspath(__file__)), "shop.db"))


class Order(NamedTuple):
    number: str
    job_id: str
    link: str
    status: str
    read_at: float


def new_number() -> str:
    """It cannot be guessed, because the page of an order has the link of the customer."""
    return f"{time.strftime('%y%m%d')}-{secrets.token_hex(8)}"


def save(order: Order) -> None:
    with closing(_connect()) as db, db:
        db.execute("insert or replace into orders values (?, ?, ?, ?, ?)", order)


def find(number: str) -> Order | None:
    with closing(_connect()) as db, db:
        row = db.execute("select * from orders where number = ?", (number,)).fetchone()
    return Order(*row) if row else None


def _connect() -> sqlite3.Connection:
    db = sqlite3.connect(FILE)
    db.execute("create table if not exists orders (number primary key, job_id, link, status, read_at)")
    return db
