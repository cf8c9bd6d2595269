import type { ClientConfig } from 'pg'

/** A `postgres:` URL; its path can be replaced by another database name. */
export function urlOf({ host, port, user, password }: ClientConfig): string {
  const query = new URLSearchParams({ host: host ?? '', port: String(port) })
  return `postgres://${user}:${password as string}@localhost/postgres?${query.toString()}`
}
