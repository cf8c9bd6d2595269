"""The orders of the shop, in an SQLite file."""

import os
import sqlite3
import time
from contextlib import closing
from typing import Any, NamedTuple

FILE = os.environ.get("SHOP_DB", os.path.join(os.path.dirname(os.path.abspath(__file__)), "shop.db"))


class Order(NamedTuple):
    number: str
    job_id: str
    link: str
    status: str
    read_at: float


def save(number: str, job_id: str, link: str, status: str) -> Order:
    order = Order(number, job_id, link, status, time.time())
    _run("insert or replace into orders values (?, ?, ?, ?, ?)", *order)
    return order


def find(number: str) -> Order | None:
    row = _run("select * from orders where number = ?", number)
    return Order(*row) if row else None


def _run(sql: str, *values: object) -> Any:
    with closing(sqlite3.connect(FILE)) as db, db:
        db.execute("create table if not exists orders (number primary key, job_id, link, status, read_at)")
        return db.execute(sql, values).fetchone()
