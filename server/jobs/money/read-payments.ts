import { type Kysely, sql } from 'kysely'
import type { PaymentState } from '#contract/vocabulary.ts'
import { isUnfinished } from '../../db/leased-rows.ts'
import type { PaymentStatus, Tables } from '../../db/tables.ts'
import { noPayment, type PaymentView } from './payment-view.ts'

/** The payment of each job, in one query for a whole page of jobs. Jobs without a payment are left out. */
export async function readPayments(
  kysely: Kysely<Tables>,
  jobIds: readonly string[],
): Promise<Map<string, PaymentView>> {
  if (jobIds.length === 0) return new Map()
  const attempts = Map.groupBy(await readAttempts(kysely, jobIds), ({ jobId }) => jobId)
  return new Map([...attempts].map(([jobId, ofJob]) => [jobId, view(ofJob)]))
}

/**
 * Whether the carrier has the whole share of a payment: transferred, or set off against an earlier refund (decision
 * 72). A share and its transfer are written in one transaction. `paymentId` names a column.
 */
export const isPaidOut = (paymentId: string) => sql<boolean>`(exists (
    select from ledger_transfer shared where shared.payment_id = ${sql.ref(paymentId)} and shared.kind = 'share')
  and not exists (
    select from payment_effect e
    where e.payment_id = ${sql.ref(paymentId)} and e.kind = 'transfer' and ${isUnfinished('e.status')}))`

/** When the last transfer of a payment was confirmed; null before, and where no money was transferred. */
export const paidOutAt = (paymentId: string) => sql<Date | null>`(
    select case when ${isPaidOut(paymentId)} then max(paid.settled_at) end from payment_effect paid
    where paid.payment_id = ${sql.ref(paymentId)} and paid.kind = 'transfer' and paid.status = 'done' and paid.amount_cents > 0)`

type Attempt = Awaited<ReturnType<typeof readAttempts>>[number]

/** The payments of these jobs, the newest first. */
function readAttempts(kysely: Kysely<Tables>, jobIds: readonly string[]) {
  return kysely
    .selectFrom('payment')
    .innerJoin('job', 'job.id', 'payment.job_id')
    .leftJoin('payment_method', 'payment_method.id', 'payment.method_id')
    .where('payment.job_id', 'in', jobIds)
    .where('payment.purpose', '<>', 'tip')
    .select([
      'payment.id',
      'payment.purpose',
      'payment.status',
      'payment.source',
      'payment.captured_cents as capturedCents',
      'payment.refunded_cents as refundedCents',
      'payment.action_url as actionUrl',
      'payment.refusal',
      'payment_method.last_four as lastFour',
      'payment.method_id as methodId',
      sql<string>`payment.job_id`.as('jobId'),
      sql<boolean>`job.status = 'posted' and job.hidden_at is not null`.as('isHidden'),
      sql<{ amountCents: number; at: string; isDone: boolean }[]>`(
        select coalesce(json_agg(json_build_object(
          'amountCents', e.amount_cents, 'at', coalesce(e.settled_at, e.created_at), 'isDone', e.status = 'done'
        ) order by e.created_at, e.id), '[]')
        from payment_effect e
        where e.payment_id = payment.id and e.kind = 'refund' and e.status <> 'refused')`.as('refunds'),
      isPaidOut('payment.id').as('paidOut'),
      paidOutAt('payment.id').as('paidOutAt'),
    ])
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .execute()
}

function view(attempts: Attempt[]): PaymentView {
  const attempt = counting(attempts)
  if (!attempt) return noPayment
  const { id, source, lastFour, methodId, actionUrl, refusal, capturedCents, refundedCents, refunds } =
    attempt
  const state = stateOf(attempt)
  return {
    state,
    paymentId: id,
    source,
    lastFour,
    methodId,
    actionUrl: state === 'action_required' ? actionUrl : null,
    refusal: state === 'refused' ? refusal : null,
    chargedCents: capturedCents > 0 ? capturedCents - refundedCents : null,
    capturedCents: capturedCents > 0 ? capturedCents : null,
    refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: new Date(at) })),
    inProgress: attempts.some(({ status }) => status === 'authorizing'),
    paidOut: attempts.some(({ paidOut }) => paidOut),
    paidOutAt: attempts.find(({ paidOutAt }) => paidOutAt)?.paidOutAt ?? null,
  }
}

/**
 * Chooses the payment to show: the payment in progress of the customer, else the held or captured payment, else the
 * last. A renewal is not shown while its job has a hold; if the renewal failed, the last error is shown.
 */
function counting(attempts: Attempt[]): Attempt | undefined {
  const find = (...statuses: PaymentStatus[]) => attempts.find(({ status }) => statuses.includes(status))
  const paying = attempts.find(
    ({ purpose, status }) =>
      purpose === 'publish' && (status === 'authorizing' || status === 'action_required'),
  )
  if (paying) return paying
  if (attempts[0]?.isHidden) return attempts[0]
  return find('held', 'capturing') ?? find('captured') ?? attempts[0]
}

function stateOf({ status, capturedCents, refundedCents }: Attempt): PaymentState {
  switch (status) {
    case 'authorizing':
      return 'pending'
    case 'captured':
      return refundedCents >= capturedCents ? 'refunded' : 'captured'
    default:
      return status
  }
}
