import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { installationKey } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'
import { batchCalls } from '../lib/batch-calls.ts'
import { admit, type Counted, type SmsCaps } from './caps.ts'
import type { Claim } from './store.ts'

type Trx = Transaction<Tables>

/** `gone`: the SMS was deleted with its draft, or another worker has claimed it. */
export type Admission = 'admitted' | 'over_cap' | 'gone'

/** Counts a draft's SMS against the daily caps, right before it is sent to a provider. */
export type CountHandover = (sms: Claim) => Promise<Admission>

/**
 * Counts under advisory locks on each number and each key, so the caps hold for concurrent SMS on all nodes. Concurrent
 * SMS at one node share a transaction.
 */
export function createHandoverCounter({
  kysely,
  smsCaps,
}: {
  kysely: Kysely<Tables>
  smsCaps: SmsCaps
}): CountHandover {
  const readKey = installationKey(kysely, 'sms_number_key')
  return batchCalls({
    work: async (texts: readonly Claim[]) => {
      const key = await readKey()
      return kysely.transaction().execute((trx) => countTogether(trx, texts.map(countedBy(key)), smsCaps))
    },
    maxRunning: 1,
    maxBatchSize: 100,
  })
}

type Handover = Counted & { claimId: string }

const countedBy =
  (key: Buffer) =>
  ({ id: smsId, claimId, to, keyId }: Claim): Handover => ({
    smsId,
    claimId,
    numberHash: createHmac('sha256', key).update(to).digest('hex'),
    keyId,
  })

async function countTogether(trx: Trx, texts: Handover[], caps: SmsCaps): Promise<Admission[]> {
  await lockSubjects(trx, texts)
  const found = await findClaimed(trx, texts)
  const waiting = texts.filter(({ smsId }) => found.get(smsId)?.isCounted === false)
  const admitted = admit(waiting, await countUsed(trx, waiting), caps)
  await insertHandovers(trx, admitted)
  const fits = new Set(admitted.map(({ smsId }) => smsId))
  return texts.map(({ smsId }) => {
    const sms = found.get(smsId)
    if (!sms) return 'gone'
    // A retried SMS was counted on its first attempt.
    return sms.isCounted || fits.has(smsId) ? 'admitted' : 'over_cap'
  })
}

/** Takes the locks in the order of their keys, which avoids deadlocks. */
async function lockSubjects(trx: Trx, texts: Handover[]): Promise<void> {
  const names = texts.flatMap(({ numberHash, keyId }) => [
    `sms:number:${numberHash}`,
    ...(keyId === null ? [] : [`sms:key:${keyId}`]),
  ])
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys`.execute(
    trx,
  )
}

async function findClaimed(trx: Trx, texts: Handover[]): Promise<Map<string, { isCounted: boolean }>> {
  const ids = texts.map(({ smsId }) => smsId)
  const claimIds = texts.map(({ claimId }) => claimId)
  const { rows } = await sql<{ id: string; isCounted: boolean }>`
    select sms.id, exists (select 1 from sms_handover where sms_id = sms.id) as "isCounted"
    from unnest(${ids}::uuid[], ${claimIds}::uuid[]) as claimed (id, claim_id)
    join sms on sms.id = claimed.id and sms.claim_id = claimed.claim_id and sms.status = 'running'`.execute(
    trx,
  )
  return new Map(rows.map(({ id, isCounted }) => [id, { isCounted }]))
}

async function countUsed(trx: Trx, texts: Handover[]): Promise<Map<string, number>> {
  if (texts.length === 0) return new Map()
  const hashes = texts.map(({ numberHash }) => Buffer.from(numberHash, 'hex'))
  const keyIds = texts.flatMap(({ keyId }) => keyId ?? [])
  const { rows } = await sql<{ subject: string; used: number }>`
    select encode(number_hash, 'hex') as subject, count(*) as used from sms_handover
    where number_hash = any(${hashes}::bytea[]) and at > now() - interval '24 hours' group by number_hash
    union all
    select key_id::text, count(*) from sms_handover
    where key_id = any(${keyIds}::uuid[]) and at > now() - interval '24 hours' group by key_id`.execute(trx)
  return new Map(rows.map(({ subject, used }) => [subject, used]))
}

async function insertHandovers(trx: Trx, texts: Handover[]): Promise<void> {
  if (texts.length === 0) return
  const rows = texts.map(({ smsId, numberHash, keyId }) => ({
    sms_id: smsId,
    number_hash: Buffer.from(numberHash, 'hex'),
    key_id: keyId,
  }))
  await trx.insertInto('sms_handover').values(rows).execute()
}

/** Test texts of all members in 24 hours. They belong to no key. */
const maxTestTexts = 50

/**
 * Counts a test text of staff against the cap of its number, like the SMS of a draft, and against a cap of all members.
 *
 * @returns whether it may be sent.
 */
export async function countTestText(
  trx: Trx,
  { smsId, numberHash }: Pick<Counted, 'smsId' | 'numberHash'>,
  caps: SmsCaps,
): Promise<boolean> {
  const text = { smsId, numberHash, keyId: null, claimId: '' }
  await sql`select pg_advisory_xact_lock(hashtextextended('sms:tests', 0))`.execute(trx)
  await lockSubjects(trx, [text])
  const { rows } = await sql<{ used: number }>`
    select count(*) as used from sms_handover where key_id is null and at > now() - interval '24 hours'`.execute(
    trx,
  )
  if ((rows[0]?.used ?? 0) >= maxTestTexts) return false
  const admitted = admit([text], await countUsed(trx, [text]), caps)
  await insertHandovers(trx, admitted)
  return admitted.length > 0
}

/** Deletes counts older than the 24 hours of the caps. */
export async function forgetHandovers(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from sms_handover where at < now() - interval '24 hours'`)
}
