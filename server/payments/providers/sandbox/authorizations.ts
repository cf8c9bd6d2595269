import { type Kysely, sql, type Transaction } from 'kysely'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import type { Authorization, AuthorizeInput, Captured, Refusal, Voided } from '../../processor.ts'
import { backPath, bankPage, once, refused } from './calls.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function authorize(kysely: Db, input: AuthorizeInput): Promise<Authorization> {
  const card = await kysely
    .selectFrom('sandbox_card')
    .select(['does', 'payer_reference', 'forgotten_at'])
    .where('reference', '=', input.methodReference)
    .executeTakeFirst()
  if (!card || card.payer_reference !== input.payerReference) throw refused('there is no such card')
  // `inDoubt` may differ on a retry, so the comparison of requests excludes it.
  const { key, inDoubt: _, ...request } = input
  const does = card.forgotten_at ? 'declined' : card.does
  const first = await once(kysely, { key, request, does, work: (trx) => open(trx, input, does) })
  return first.outcome === 'held' ? { ...first, ...(await holdEndOf(kysely, first.reference)) } : first
}

/** A repeated response has the present end of the hold: the clock of a test key's world may have moved it. */
const holdEndOf = (kysely: Db, reference: string) =>
  kysely
    .selectFrom('sandbox_authorization')
    .select('hold_expires_at as holdExpiresAt')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()

async function open(trx: Trx, input: AuthorizeInput, does: TestCardBehaviour): Promise<Authorization> {
  const reference = `auth_${newId()}`
  const refusal = refusalOf(does, input)
  const asks = does === 'asks_confirmation' && input.customerPresent
  const status = refusal ? 'refused' : asks ? 'action_required' : 'held'
  await trx
    .insertInto('sandbox_authorization')
    .values({
      reference,
      payment_id: input.about.paymentId,
      card_reference: input.methodReference,
      status,
      amount_cents: input.amountCents,
      refusal,
      action_url: asks ? confirmationPage(input) : null,
      asked_at: asks ? sql<Date>`now()` : null,
      hold_expires_at: status === 'held' ? holdEnd(does) : null,
    })
    .execute()
  // Returns the state at the time of the response: a hold that expires immediately still counts as held here.
  return toAuthorization(await find(trx, reference), { isExpired: false })
}

function refusalOf(does: TestCardBehaviour, { customerPresent }: AuthorizeInput): Refusal | null {
  if (does === 'declined' || does === 'insufficient_funds' || does === 'expired_card') return does
  return does === 'renewal_refused' && !customerPresent ? 'declined' : null
}

/** Seven days, like the card networks. */
const holdEnd = (does: TestCardBehaviour) =>
  does === 'hold_expires_at_once' ? sql<Date>`now()` : sql<Date>`now() + interval '7 days'`

function confirmationPage({ about, returnUrl }: AuthorizeInput): string {
  const back = returnUrl ? backPath(returnUrl) : '/app'
  return bankPage({ payment: about.paymentId, back })
}

export async function read(kysely: Db, reference: string): Promise<Authorization> {
  const found = await find(kysely, reference)
  return toAuthorization(found, found)
}

async function find(db: Db, reference: string) {
  const row = await db
    .selectFrom('sandbox_authorization')
    .innerJoin('sandbox_card', 'sandbox_card.reference', 'sandbox_authorization.card_reference')
    .selectAll('sandbox_authorization')
    .select([
      'does',
      sql<boolean>`coalesce(hold_expires_at <= now() and status = 'held', false)`.as('isExpired'),
    ])
    .where('sandbox_authorization.reference', '=', reference)
    .executeTakeFirst()
  if (!row) throw refused('there is no such authorisation')
  return row
}

function toAuthorization(
  row: Awaited<ReturnType<typeof find>>,
  { isExpired }: { isExpired: boolean },
): Authorization {
  const { reference, status } = row
  if (status === 'refused') return { outcome: 'refused', reference, refusal: row.refusal ?? 'other' }
  if (status === 'action_required')
    return { outcome: 'action_required', reference, actionUrl: row.action_url ?? '' }
  if (status === 'held')
    return isExpired
      ? { outcome: 'released', reference }
      : { outcome: 'held', reference, holdExpiresAt: row.hold_expires_at }
  if (status === 'captured') return { outcome: status, reference, capturedCents: row.captured_cents }
  return { outcome: status, reference }
}

/** Plays the bank's page: confirms or refuses the hold. Returns false when no confirmation is pending. */
export async function confirm(kysely: Db, reference: string, isApproved: boolean): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('sandbox_authorization')
    .set(
      isApproved
        ? { status: 'held', hold_expires_at: sql<Date>`now() + interval '7 days'` }
        : { status: 'refused', refusal: 'not_confirmed' },
    )
    .where('reference', '=', reference)
    .where('status', '=', 'action_required')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function capture(
  kysely: Db,
  { key, reference, amountCents }: { key: string; reference: string; amountCents: number },
): Promise<Captured> {
  const { does } = await find(kysely, reference)
  const request = { reference, amountCents }
  return once<Captured>(kysely, {
    key,
    request,
    does,
    work: (trx) => (does === 'refused_at_capture' ? refuseCapture(trx, reference) : take(trx, request)),
  })
}

async function refuseCapture(trx: Trx, reference: string): Promise<Captured> {
  await trx
    .updateTable('sandbox_authorization')
    .set({ status: 'released' })
    .where('reference', '=', reference)
    .where('status', '=', 'held')
    .execute()
  return { outcome: 'refused', refusal: 'other' }
}

async function take(
  trx: Trx,
  { reference, amountCents }: { reference: string; amountCents: number },
): Promise<Captured> {
  const { numUpdatedRows } = await trx
    .updateTable('sandbox_authorization')
    .set({ status: 'captured', captured_cents: amountCents })
    .where('reference', '=', reference)
    .where('status', '=', 'held')
    .where('hold_expires_at', '>', sql<Date>`now()`)
    .where('amount_cents', '>=', amountCents)
    .executeTakeFirst()
  return numUpdatedRows === 1n
    ? { outcome: 'captured', capturedCents: amountCents }
    : { outcome: 'refused', refusal: 'hold_gone' }
}

export async function release(
  kysely: Db,
  { key, reference }: { key: string; reference: string },
): Promise<Voided> {
  const { does } = await find(kysely, reference)
  return once<Voided>(kysely, { key, request: { reference }, does, work: (trx) => end(trx, reference) })
}

async function end(trx: Trx, reference: string): Promise<Voided> {
  await trx
    .updateTable('sandbox_authorization')
    .set({ status: 'released' })
    .where('reference', '=', reference)
    .where('status', 'in', ['held', 'action_required'])
    .execute()
  const { status, captured_cents: capturedCents } = await find(trx, reference)
  return status === 'captured' ? { outcome: 'already_captured', capturedCents } : { outcome: 'released' }
}
