import { DatabaseSync } from 'node:sqlite'
import type { JobStatus } from '@dray/sdk'

export type Order = {
  /** Also `external_reference` and idempotency key of its job. */
  id: string
  item: string
  buyer: string
  /** JSON of the job as it is sent: a repeated call has to be the same. */
  job: string
  /** JSON of Dray's answer: the created job, or the reasons of a refusal. */
  answer: string
  /** `placing` until Dray answers; `gone`: the buyer did not pay within 48 hours. */
  status: 'placing' | 'refused' | 'gone' | JobStatus
  checked_at: number
}

const db = new DatabaseSync(process.env['ORDERS_FILE'] ?? `${import.meta.dirname}/orders.db`)
db.exec(`
  create table if not exists orders (
    id text primary key, item text not null, buyer text not null, job text not null,
    answer text not null default '{}', status text not null default 'placing', checked_at integer not null default 0
  );
  create unique index if not exists one_order_of_an_item on orders (item)
    where status not in ('refused', 'cancelled', 'gone');
`)

const select = (where: string, ...values: string[]): Order[] =>
  db.prepare(`select * from orders where ${where}`).all(...values) as Order[]

export const findOrder = (id: string): Order | undefined => select('id = ?', id)[0]
export const openOrders = (): Order[] => select(`status in ('placing', 'draft', 'posted', 'accepted')`)
export const orderOf = (item: string): Order | undefined =>
  select(`item = ? and status not in ('refused', 'cancelled', 'gone')`, item)[0]

/** @returns the order that has the item: this one, or an earlier one. */
export function addOrder(order: Pick<Order, 'id' | 'item' | 'buyer' | 'job'>): Order {
  const insert = 'insert into orders (id, item, buyer, job) values (:id, :item, :buyer, :job)'
  db.prepare(`${insert} on conflict do nothing`).run(order)
  return orderOf(order.item) as Order
}

/** Changes the order unless another call has changed its status `from` that one in the meantime. */
export function changeOrder({ id, answer, status }: Order, from: Order['status']): Order {
  const sql =
    'update or ignore orders set (answer, status, checked_at) = (?, ?, ?) where id = ? and status = ?'
  db.prepare(sql).run(answer, status, Date.now(), id, from)
  return findOrder(id) as Order
}
