import assert from 'node:assert/strict'
import { publishJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import {
  confirmSandboxPayment,
  fillSandboxCard,
  readCardSetup,
  startCardSetup,
  topUpWallet,
} from '#contract/app/payments.ts'
import { type TestCardBehaviour, testCards } from '#contract/app/test-cards.ts'
import type { Database } from '../../server/db/database.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Person } from './person.ts'

/** Saves a test card like the app. @returns its id. */
export async function saveCard(
  person: Person,
  does: TestCardBehaviour = 'success',
  jobId?: string,
): Promise<string> {
  const setup_id = newId()
  const about = jobId ? { job_id: jobId } : {}
  await person.ok(startCardSetup, { body: { setup_id, return_path: '/app', ...about } })
  const card_number = testCards.find((card) => card.does === does)?.number ?? assert.fail('no such card')
  await person.ok(fillSandboxCard, { params: { setup_id }, body: { card_number } })
  const { method } = await person.ok(readCardSetup, { params: { setup_id } })
  return method?.payment_method_id ?? assert.fail('the card was not saved')
}

export type Paying = { paymentId?: string; does?: TestCardBehaviour; methodId?: string }

/** Publishes a draft with a card; saves a new card if none is given. */
export async function payByCard(
  person: Person,
  { job_id }: Pick<CustomerJob, 'job_id'>,
  { paymentId = newId(), does, methodId }: Paying = {},
): Promise<CustomerJob> {
  const payment_method_id = methodId ?? (await saveCard(person, does, job_id))
  const body = { payment_id: paymentId, source: 'card' as const, payment_method_id }
  return person.ok(publishJob, { params: { job_id }, body })
}

export async function fillWallet(person: Person, amountCents: number): Promise<void> {
  const payment_method_id = await saveCard(person)
  const body = { payment_id: newId(), amount_cents: amountCents, payment_method_id, return_path: '/app' }
  const { status } = await person.ok(topUpWallet, { body })
  assert.equal(status, 'done')
}

export const answerBank = (person: Person, paymentId: string, approve: boolean) =>
  person.ok(confirmSandboxPayment, { params: { payment_id: paymentId }, body: { approve } })

/** Writes to the database that the carrier has completed the sandbox's payout setup. */
export async function readyPayouts(
  { db }: { db: Pick<Database, 'kysely'> },
  { accountId }: Person,
): Promise<void> {
  const reference = `payout_${newId()}`
  await db.kysely.insertInto('sandbox_payout_account').values({ reference, carrier_id: accountId }).execute()
  await db.kysely
    .insertInto('payout_account')
    .values({ carrier_id: accountId, processor: 'sandbox', reference, ready: true })
    .execute()
}
