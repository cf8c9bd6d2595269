import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { lazyPromise } from '../lib/lazy.ts'
import type { Tables } from './tables.ts'

/**
 * Returns a secret that the installation generates for itself. It is stored in the database, so every node uses the
 * same value and backups contain it. It is created on the first call; if several nodes call concurrently, the first
 * insert wins.
 */
export async function installationSecret<T extends object>(
  kysely: Kysely<Tables>,
  name: string,
  make: () => T | Promise<T>,
): Promise<T> {
  const read = () =>
    kysely.selectFrom('installation_secret').select('value').where('name', '=', name).executeTakeFirst()
  const known = await read()
  if (known) return known.value as T
  await kysely
    .insertInto('installation_secret')
    .values({ name, value: JSON.stringify(await make()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = (await read()) ?? { value: {} }
  return value as T
}

/** A 256-bit key of this installation. It is read once and cached; if the read fails, the next call retries it. */
export const installationKey = (kysely: Kysely<Tables>, name: string): (() => Promise<Buffer>) =>
  lazyPromise(() => load(kysely, name))

async function load(kysely: Kysely<Tables>, name: string): Promise<Buffer> {
  const make = () => ({ key: randomBytes(32).toString('base64') })
  const { key } = await installationSecret(kysely, name, make)
  return Buffer.from(key, 'base64')
}
