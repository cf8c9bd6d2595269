import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A secret this installation makes for itself and keeps in the database, so that every node has the same one and a backup
 * brings it along. Made at the first asking; of several nodes that ask at once, the first to write decides.
 */
export async function installationSecret<T extends object>(
  kysely: Kysely<Tables>,
  name: string,
  make: () => T,
): Promise<T> {
  const read = () =>
    kysely.selectFrom('installation_secret').select('value').where('name', '=', name).executeTakeFirst()
  const known = await read()
  if (known) return known.value as T
  await kysely
    .insertInto('installation_secret')
    .values({ name, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = (await read()) ?? { value: {} }
  return value as T
}
