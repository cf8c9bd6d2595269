import { type Kysely, type Selectable, sql } from 'kysely'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { type By, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import { Problem } from '../../../lib/problem.ts'

type Db = Kysely<Tables>

export type ExportRow = Selectable<Tables['job_export']>

const maxExports = 5

type Start = { memberId: string; filters: JobFilters; withPhones: boolean; by: By }

/** Queues an export. @throws Problem `wrong_state` when the member has five. */
export function startExport(kysely: Db, { memberId, filters, withPhones, by }: Start): Promise<ExportRow> {
  return kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
    const { own } = await trx
      .selectFrom('job_export')
      .select([sql<number>`count(*)::integer`.as('own')])
      .where('member_id', '=', memberId)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow()
    if (own >= maxExports) throw tooMany
    const row = await trx
      .insertInto('job_export')
      .values({ id: newId(), member_id: memberId, filters: JSON.stringify(filters), with_phones: withPhones })
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes = { with_phones: { from: null, to: withPhones } }
    await recordAudit(trx, {
      ...by,
      act: 'job.export',
      targets: [{ type: 'job_export', id: row.id }],
      changes,
    })
    return row
  })
}

/** Exports of the member that have not expired, the newest first. */
export const listExports = (kysely: Db, memberId: string): Promise<ExportRow[]> =>
  ofMember(kysely, memberId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

/** Null when the member has no such export, or it has expired. */
export async function findExport(
  kysely: Db,
  { memberId, exportId }: { memberId: string; exportId: string },
): Promise<ExportRow | null> {
  const row = await ofMember(kysely, memberId).where('id', '=', exportId).executeTakeFirst()
  return row ?? null
}

const ofMember = (kysely: Db, memberId: string) =>
  kysely
    .selectFrom('job_export')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('expires_at', '>', sql<Date>`now()`)

/** The text of the file, a chunk at a time. */
export async function* readChunks(kysely: Db, { id, chunks }: ExportRow): AsyncGenerator<string> {
  for (let position = 0; position < chunks; position++) {
    const chunk = await kysely
      .selectFrom('job_export_chunk')
      .select('content')
      .where('export_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    // Aborts the download, which would otherwise look complete.
    if (!chunk) throw new Error(`the export ${id} expired while it was read`)
    yield chunk.content
  }
}

/** Deletes the exports that have expired, with their chunks. */
export async function forgetExports(kysely: Db): Promise<void> {
  await kysely.deleteFrom('job_export').where('expires_at', '<=', sql<Date>`now()`).execute()
}

const tooMany = new Problem('wrong_state', (t) => t.panel.tooManyExports)
