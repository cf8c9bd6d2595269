import type { Kysely } from 'kysely'
import type { SmsStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { outcomeOfAll } from '../../sms/outcome.ts'
import type { Draft } from '../job.ts'

/** A draft as its create returned it, for a replay, with the present state of its SMS. */
export async function findDraft(
  kysely: Kysely<Tables>,
  id: string,
): Promise<{ draft: Draft; sms: SmsStatus } | null> {
  const row = await kysely
    .selectFrom('job')
    .select([
      'job.id',
      'job.short_id',
      'job.external_reference',
      'job.customer_phone',
      'job.price',
      'job.created_at',
      'job.expires_at',
      'job.aged_ms',
    ])
    .select((job) =>
      job
        .selectFrom('sms')
        .select(outcomeOfAll.as('outcome'))
        .whereRef('sms.job_id', '=', 'job.id')
        .where('kind', '=', 'draft')
        .as('sms'),
    )
    .where('job.id', '=', id)
    .executeTakeFirst()
  if (row?.customer_phone == null) return null
  const photos = await kysely
    .selectFrom('photo')
    .select('name')
    .where('job_id', '=', id)
    .orderBy('position')
    .execute()
  const draft: Draft = {
    id: row.id,
    shortId: row.short_id,
    externalReference: row.external_reference,
    customerPhone: row.customer_phone,
    price: row.price,
    photoNames: photos.map(({ name }) => name),
    createdAt: asSeen(row.created_at, row),
    expiresAt: asSeen(row.expires_at, row),
  }
  return { draft, sms: row.sms ?? 'refused' }
}

/**
 * An instant of a job as its partner has always seen it: the clock of a sandbox shifts the instants of its jobs
 * (`sandbox/shift-rows.ts`). `aged_ms` is below 0 where that clock is behind the real one, and 0 for live jobs.
 */
export const asSeen = (at: Date, { aged_ms }: { aged_ms: number }): Date =>
  aged_ms === 0 ? at : new Date(at.getTime() + aged_ms)
