import type { ClientConfig } from 'pg'

/** A pg URL whose path can be exchanged for another database. */
export function urlOf({ host, port, user, password }: ClientConfig): string {
  const query = new URLSearchParams({ host: host ?? '', port: String(port) })
  return `postgres://${user}:${password as string}@localhost/postgres?${query.toString()}`
}
