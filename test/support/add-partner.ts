import { newId } from '../../server/lib/ids.ts'
import type { TestDatabase } from './database.ts'

/** Inserts a partner without keys. @returns its id. */
export async function addPartner({ kysely }: Pick<TestDatabase, 'kysely'>): Promise<string> {
  const id = newId()
  await kysely.insertInto('partner').values({ id, company_name: 'Loft' }).execute()
  return id
}
