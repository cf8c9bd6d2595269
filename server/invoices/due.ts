import { sql, type Transaction } from 'kysely'
import type { JobStatus, KeyMode } from '#contract/vocabulary.ts'
import type { Price, Stop } from '../db/json-columns.ts'
import type { PaymentPurpose, Tables } from '../db/tables.ts'

type Trx = Transaction<Tables>

/** A movement that needs a page, with its payment, account and job. */
export type DueMovement = {
  id: string
  kind: 'capture' | 'refund' | 'refund_failed'
  amountCents: number
  effectId: string | null
  keyNumber: number
  paymentId: string
  accountId: string
  purpose: PaymentPurpose
  processor: string
  mode: KeyMode
  /** The name of the account; null if it has none, or is erased. */
  name: string | null
  jobId: string | null
  /** Null for a top-up, and when the draft of the job was deleted. */
  job: { status: JobStatus; price: Price; feeCents: number | null; pickup: Stop; dropoff: Stop } | null
}

/** Ids of movements that need a page. Charges come first: the page of a refund names the page of its charge. */
export async function listDue(
  trx: Trx,
  { limit, held }: { limit: number; held: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ledger_id as id from invoice_due where due_at <= now() or (due_at = 'infinity' and not ${held})
    order by is_charge desc, ledger_id limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** @throws Error for a movement without a payment: only a hand can have written it. */
export async function readDue(trx: Trx, ledgerId: string): Promise<DueMovement> {
  const { rows } = await sql<DueMovement>`
    select l.id, l.kind, l.amount_cents as "amountCents", l.effect_id as "effectId", l.key_number as "keyNumber",
      p.id as "paymentId", p.account_id as "accountId", p.purpose, p.processor, p.mode, account.name,
      coalesce(l.job_id, p.job_id) as "jobId",
      case when job.id is not null then json_build_object('status', job.status, 'price', job.price,
        'feeCents', job.cancellation_fee_cents, 'pickup', job.pickup, 'dropoff', job.dropoff) end as job
    from ledger_transfer l join payment p on p.id = l.payment_id join account on account.id = p.account_id
    left join job on job.id = coalesce(l.job_id, p.job_id)
    where l.id = ${ledgerId}`.execute(trx)
  const [movement] = rows
  if (!movement) throw new Error(`the movement ${ledgerId} has no payment`)
  return movement
}

/** A movement of the ledger that a page tells. */
export type Told = { id: string; kind: string; at: Date; amountCents: number }

/** The movements of a charge: its hold, the charge, what was released of the hold, what came into the wallet. */
export const movementsOfCharge = (trx: Trx, { paymentId }: DueMovement): Promise<Told[]> =>
  movements(
    trx,
    sql`l.payment_id = ${paymentId} and l.kind in ('hold', 'capture', 'release', 'top_up')
      and not exists (select from invoice_line where ledger_id = l.id)`,
  )

/** The movements of a refund: of a top-up also what was taken out of the wallet for it. */
export const movementsOfRefund = (
  trx: Trx,
  { id, kind, effectId, keyNumber }: DueMovement,
): Promise<Told[]> =>
  kind === 'refund_failed'
    ? movements(trx, sql`l.id = ${id}`)
    : movements(
        trx,
        sql`(l.id = ${id} or (l.effect_id = ${effectId} and l.key_number = ${keyNumber}
          and l.kind = 'correction' and l.debit like 'wallet:%'))`,
      )

async function movements(trx: Trx, condition: ReturnType<typeof sql>): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select l.id, l.kind, l.at, l.amount_cents as "amountCents" from ledger_transfer l
    where ${condition} order by l.at, l.id`.execute(trx)
  return rows
}
