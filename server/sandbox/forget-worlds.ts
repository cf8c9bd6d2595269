import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { deleteWorld } from './delete-world.ts'
import { withWorld } from './world.ts'

/** Throws away the worlds that no call has used for so long, as `DELETE /sandbox/v1/world` does. */
const unusedFor = '30 days'

export async function forgetWorlds(
  { kysely, pool }: { kysely: Kysely<Tables>; pool: pg.Pool },
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id as "keyId" from sandbox_world where used_at < now() - ${unusedFor}::interval
    order by used_at limit 100`.execute(kysely)
  for (const { keyId } of rows) {
    if (signal.aborted) return
    await withWorld(kysely, keyId, () => forget({ kysely, pool }, keyId), 0).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

async function forget(
  { kysely, pool }: { kysely: Kysely<Tables>; pool: pg.Pool },
  keyId: string,
): Promise<void> {
  await deleteWorld({ pool }, keyId)
  await kysely.deleteFrom('sandbox_world').where('key_id', '=', keyId).execute()
}
