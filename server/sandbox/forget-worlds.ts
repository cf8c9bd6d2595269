import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { deleteWorld } from './delete-world.ts'
import { withWorld } from './world.ts'

/** No call moved it or read its clock, and no job was created, for 30 days. */
const isUnused = sql<boolean>`world.used_at < now() - interval '30 days' and not exists (
  select from job where job.key_id = world.key_id and job.mode = 'test'
    and job.created_at + make_interval(secs => job.aged_ms / 1000) > now() - interval '30 days')`

type Needs = { kysely: Kysely<Tables>; pool: pg.Pool }

/** Deletes the worlds that are not used any more, as `DELETE /sandbox/v1/world` does. */
export async function forgetWorlds(needs: Needs, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id as "keyId" from sandbox_world world where ${isUnused} order by used_at limit 100`.execute(
    needs.kysely,
  )
  for (const { keyId } of rows) {
    if (signal.aborted) return
    const work = () => forget(needs, keyId)
    await withWorld(needs.kysely, keyId, work, { patienceMs: 0, isUse: false }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

async function forget({ kysely, pool }: Needs, keyId: string): Promise<void> {
  // Looked at again, because only now no other call uses it.
  const { rows } = await sql`
    select from sandbox_world world where key_id = ${keyId} and ${isUnused}`.execute(kysely)
  if (rows.length === 0) return
  await deleteWorld({ pool }, keyId)
  await kysely.deleteFrom('sandbox_world').where('key_id', '=', keyId).execute()
}
