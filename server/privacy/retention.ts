import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isInRealTimeSql } from '../db/worlds.ts'
import { removeLateAnswers } from '../jobs/conversation/remove.ts'
import { hasOpenQuestion } from './erasure-blockers.ts'
import { removeJobData, removeJobPhotos } from './remove-job-data.ts'
import type { Retention } from './retention-settings.ts'

export type RetentionNeeds = {
  kysely: Kysely<Tables>
  retention: Retention
  /** Called with the number of removed items, for metrics. */
  onRemoved: (
    what: 'job' | 'photo' | 'sms' | 'mail' | 'document' | 'invoice' | 'tax_data',
    count: number,
  ) => void
}

const batch = 200

/** Jobs of the sandbox are deleted whole (`testJobDays`), by `sandbox/delete-world.ts`. */
const isInRealTime = sql.raw(isInRealTimeSql)

/**
 * Removes the personal data of jobs that ended long enough ago, their photos, old SMS and old documents, in batches.
 * Each batch is a transaction; after a crash the next run finds the remaining rows. Several nodes may run it
 * concurrently.
 */
export async function removeOldData(needs: RetentionNeeds, signal?: AbortSignal): Promise<void> {
  const { kysely, retention, onRemoved } = needs
  const works = [
    ['job', () => removeData(kysely, retention.RETENTION_JOB_DAYS)],
    ['job', () => removeReports(kysely)],
    ['photo', () => removePhotos(kysely, retention.RETENTION_PHOTO_DAYS)],
    ['sms', () => removeTexts(kysely, retention.RETENTION_SMS_DAYS)],
    ['mail', () => removeMails(kysely, retention.RETENTION_SMS_DAYS)],
    ['document', () => removeDocumentPictures(kysely, retention.RETENTION_DOCUMENT_DAYS)],
    ['invoice', () => removeParties(kysely, retention.RETENTION_INVOICE_DAYS)],
    ['tax_data', () => removeTaxData(kysely)],
  ] as const
  for (const [what, removeBatch] of works) {
    for (;;) {
      if (signal?.aborted) return
      const { found, removed } = await removeBatch()
      if (removed > 0) onRemoved(what, removed)
      if (found < batch) break
    }
  }
}

type Batch = { found: number; removed: number }
type Trx = Kysely<Tables>

const removeData = (kysely: Kysely<Tables>, days: number): Promise<Batch> =>
  kysely.transaction().execute(async (trx) => {
    const ids = await endedJobs(trx, 'data_removed_at', days)
    await removeJobData(trx, ids)
    return { found: ids.length, removed: ids.length }
  })

const removePhotos = (kysely: Kysely<Tables>, days: number): Promise<Batch> =>
  kysely.transaction().execute(async (trx) => {
    const ids = await endedJobs(trx, 'photos_removed_at', days)
    return { found: ids.length, removed: await removeJobPhotos(trx, ids) }
  })

/** No further job for the metric. */
async function removeReports(kysely: Kysely<Tables>): Promise<Batch> {
  return { found: await removeLateAnswers(kysely, batch), removed: 0 }
}

async function endedJobs(
  trx: Trx,
  marker: 'data_removed_at' | 'photos_removed_at',
  days: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from job where status in ('completed', 'cancelled') and ${sql.ref(marker)} is null and not ${hasOpenQuestion}
      and ${isInRealTime}
      and coalesce(completed_at, cancelled_at) < now() - make_interval(days => ${days})
    order by coalesce(completed_at, cancelled_at) limit ${batch} for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Keeps the SMS of a draft, because only the SMS has its link. */
async function removeTexts(kysely: Kysely<Tables>, days: number): Promise<Batch> {
  const { numAffectedRows } = await sql`
    delete from sms where id = any(array(
      select sms.id from sms left join job on job.id = sms.job_id
      where sms.created_at < now() - make_interval(days => ${days}) and job.status is distinct from 'draft'
        and ${isInRealTime}
      order by sms.created_at limit ${batch} for update of sms skip locked))`.execute(kysely)
  const removed = Number(numAffectedRows ?? 0)
  return { found: removed, removed }
}

/** A mail row says that a mail was sent; what it said is not stored. */
async function removeMails(kysely: Kysely<Tables>, days: number): Promise<Batch> {
  const { numAffectedRows } = await sql`
    delete from mail where id = any(array(
      select id from mail where created_at < now() - make_interval(days => ${days})
      order by created_at limit ${batch} for update skip locked))`.execute(kysely)
  const removed = Number(numAffectedRows ?? 0)
  return { found: removed, removed }
}

/** Receipts and credit notes stay for the books, without their person. */
async function removeParties(kysely: Kysely<Tables>, days: number): Promise<Batch> {
  const { numAffectedRows } = await sql`
    update invoice set party = null where id = any(array(
      select id from invoice where party is not null and issued_at < now() - make_interval(days => ${days})
      order by issued_at limit ${batch} for update skip locked))`.execute(kysely)
  const removed = Number(numAffectedRows ?? 0)
  return { found: removed, removed }
}

/** Tax data of erased carriers whose last statement is issued. */
async function removeTaxData(kysely: Kysely<Tables>): Promise<Batch> {
  const { numAffectedRows } = await sql`
    delete from carrier_tax_data tax where account_id in (select id from account where erased_at is not null)
      and not exists (select from statement_due where account = 'carrier:' || tax.account_id)`.execute(kysely)
  return { found: 0, removed: Number(numAffectedRows ?? 0) }
}

const documentBatch = 200

/** A photo of somebody who began to sign up as a carrier and did not go on, or was rejected and never approved. */
const isLeftSql = (days: number) => sql`(document.kind in ('portrait', 'vehicle')
  and document.created_at < now() - make_interval(days => ${days})
  and not exists (select from carrier where carrier.account_id = document.account_id
    and not (carrier.status = 'rejected' and carrier.admitted_at is null
      and carrier.status_changed_at < now() - make_interval(days => ${days}))))`

/**
 * Detaches the pictures of documents that were refused, replaced or have expired long enough ago; the collector then
 * deletes the files. Replaced documents are deleted completely: the audit log has the decisions about them. So are the
 * photos of people who did not become carriers.
 */
async function removeDocumentPictures(
  kysely: Kysely<Tables>,
  days: number,
): Promise<{ found: number; removed: number }> {
  const { numAffectedRows } = await sql`
    with ended as (
      select document.id, document.status = 'replaced' or ${isLeftSql(days)} as is_over from carrier_document document
      where (document.status in ('refused', 'replaced') and document.decided_at < now() - make_interval(days => ${days})
          or document.status = 'accepted' and document.expires_on < (now() at time zone 'UTC')::date - ${days}::integer
          or ${isLeftSql(days)})
        and (document.status = 'replaced' or exists (select from photo where photo.document_id = document.id))
      order by document.created_at limit ${documentBatch} for update skip locked
    ), deleted as (
      delete from carrier_document where id in (select id from ended where is_over)
    )
    update photo set document_id = null where document_id in (select id from ended)`.execute(kysely)
  const removed = Number(numAffectedRows ?? 0)
  return { found: removed, removed }
}
