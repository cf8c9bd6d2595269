import { type Kysely, sql } from 'kysely'
import type { DocumentKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { todaySql } from './document.ts'

/** Kinds that always end; the others may have no last day. */
const ending: readonly DocumentKind[] = ['licence', 'insurance']

/**
 * Checks the last day of a document.
 *
 * @throws Problem `validation_error` keyed `expires_on`: it is missing, not in the calendar, or in the past (UTC).
 */
export function checkExpiry(kind: DocumentKind, expiresOn: string | undefined, now = new Date()): void {
  if (expiresOn === undefined) {
    if (ending.includes(kind)) throw missing
    return
  }
  const day = new Date(`${expiresOn}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== expiresOn) throw unknownDay
  if (expiresOn < now.toISOString().slice(0, 10)) throw past
}

const missing = new Problem('validation_error', (t) => t.documents.expiryMissing, {
  details: { expires_on: (t) => t.documents.expiryMissing },
})
const unknownDay = new Problem('validation_error', (t) => t.documents.expiryUnknown, {
  details: { expires_on: (t) => t.documents.expiryUnknown },
})
const past = new Problem('validation_error', (t) => t.documents.expiryPast, {
  details: { expires_on: (t) => t.documents.expiryPast },
})

const warnedDays = 14
const batch = 200

/**
 * Notifies each carrier once, 14 days before an accepted document ends. The notice and its mark are one statement, so
 * neither a crash nor a second node repeats it. The account is locked before its document (`db/lock-order.ts`). A
 * carrier with a waiting next document is not notified.
 */
export async function warnOfExpiry(kysely: Kysely<Tables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql<{ count: number }>`
      with told as (
        update carrier_document set expiry_told_at = now() where expiry_told_at is null and id = any(array(
          select document.id from carrier_document document join account on account.id = document.account_id
          where document.status = 'accepted' and document.expiry_told_at is null
            and document.expires_on <= ${todaySql} + ${warnedDays}::integer
            and account.erased_at is null and not exists (
              select from carrier_document next
              where next.account_id = document.account_id and next.kind = document.kind and next.status = 'waiting')
          order by document.expires_on limit ${batch} for key share of account skip locked))
        returning account_id
      ), notices as (
        insert into notice (account_id, kind) select account_id, 'document_expires' from told
      )
      select count(*) as count from told`.execute(kysely)
    if ((rows[0]?.count ?? 0) < batch) return
  }
}
