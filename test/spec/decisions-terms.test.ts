import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { acceptTerms, checkCode, readMe, startSignIn } from '#contract/app/account.ts'
import { acceptJob, saveCarrier } from '#contract/app/carrier.ts'
import { openDraft, publishJob, readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { topUpWallet } from '#contract/app/payments.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { payByCard, saveCard } from '../support/paying.ts'
import { codeOf, type Person, personOf, signIn, stranger } from '../support/person.ts'

// Decision 50: the terms of the operator are accepted with their version, before anybody pays or accepts a job.
const folder = await mkdtemp(path.join(tmpdir(), 'dray-terms-'))
const terms = path.join(folder, 'terms.md')
await writeFile(terms, '# Our terms\n\nPay on delivery.\n')

const first = await startDray({ LEGAL_TERMS: terms, LEGAL_TERMS_VERSION: '2026-11' })
/** The same installation after the operator has changed the terms. */
const later = await startDray({ LEGAL_TERMS: terms, LEGAL_TERMS_VERSION: '2026-12' }, { beside: first })
after(async () => {
  await later[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

/** Signs in on a page that showed these terms. */
async function enter(shown?: string, phone = newPhone()) {
  const { challenge_id } = await stranger(first).ok(startSignIn, { body: { phone } })
  const code = await codeOf(first, challenge_id)
  const body = { phone, code, kind: 'native' as const, ...(shown && { terms_version: shown }) }
  const { me, token = '' } = await stranger(first).ok(checkCode, { params: { challenge_id }, body })
  return { me, person: personOf(first, { accountId: me.account_id, phone, token, kind: 'native' }) }
}

const onLater = ({ accountId, phone, token }: Person) =>
  personOf(later, { accountId, phone, token, kind: 'native' })

const acceptedBy = async ({ accountId }: Person) =>
  first.db.kysely
    .selectFrom('accepted_terms')
    .select(['version', 'accepted_at'])
    .where('account_id', '=', accountId)
    .orderBy('version')
    .execute()

async function draftOf(customer: Person): Promise<string> {
  const partner = await first.partner()
  const { body } = await partner.create({ customer_phone: customer.phone })
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  return (await customer.ok(openDraft, { params: { short_id: shortId } })).job_id
}

test('terms: a sign-in on a page that shows the version in force records it with its instant', async () => {
  const { me, person } = await enter('2026-11')
  const [accepted] = await acceptedBy(person)
  assert.equal(accepted?.version, '2026-11')
  assert.deepEqual(me.terms, { version: '2026-11', accepted_at: accepted?.accepted_at.toISOString() })
})

test('terms: a sign-in that shows none, or another version, records nothing', async () => {
  for (const shown of [undefined, '2025-01']) {
    const { me, person } = await enter(shown)
    assert.deepEqual(me.terms, { version: '2026-11', accepted_at: null })
    assert.deepEqual(await acceptedBy(person), [])
  }
})

test('terms: nobody pays, signs up as a carrier or accepts a job before accepting them, and all else works', async () => {
  const { person } = await enter()
  const job_id = await draftOf(person)
  const methodId = await saveCard(person, 'success', job_id)
  const payment = { payment_id: crypto.randomUUID(), source: 'card' as const, payment_method_id: methodId }
  const refusals = [
    await person.refused(publishJob, { params: { job_id }, body: payment }),
    await person.refused(topUpWallet, {
      body: { payment_id: crypto.randomUUID(), amount_cents: 1_000, payment_method_id: methodId },
    } as never),
    await person.refused(saveCarrier, { body: {} } as never),
  ]
  for (const { status, body } of refusals) assert.deepEqual([status, body.error], [403, 'terms_not_accepted'])
  assert.equal((await person.ok(readMyJob, { params: { job_id } })).status, 'draft')
  await person.ok(acceptTerms, { body: { version: '2026-11' } })
  const { status } = await person.ok(publishJob, { params: { job_id }, body: payment })
  assert.equal(status, 'posted')
})

test('terms: somebody who is not a carrier learns that before the terms', async () => {
  const { person } = await enter()
  const { body } = await person.refused(acceptJob, { params: { job_id: crypto.randomUUID() } })
  assert.equal(body.error, 'not_a_carrier')
})

test('terms: a version that is not in force cannot be accepted, and repeating keeps the first instant', async () => {
  const { person } = await enter()
  const { status } = await person.refused(acceptTerms, { body: { version: '2025-01' } })
  assert.equal(status, 409)
  const both = await Promise.all([
    person.ok(acceptTerms, { body: { version: '2026-11' } }),
    person.ok(acceptTerms, { body: { version: '2026-11' } }),
  ])
  const again = await person.ok(acceptTerms, { body: { version: '2026-11' } })
  const [accepted, ...more] = await acceptedBy(person)
  assert.deepEqual(more, [])
  for (const { terms } of [...both, again])
    assert.equal(terms?.accepted_at, accepted?.accepted_at.toISOString())
})

test('terms: a new version asks again, and the earlier one stays as proof for earlier jobs', async () => {
  const { person } = await enter('2026-11')
  const job_id = await draftOf(person)
  const after = onLater(person)
  assert.deepEqual((await after.ok(readMe)).terms, { version: '2026-12', accepted_at: null })
  const methodId = await saveCard(person, 'success', job_id)
  const body = { payment_id: crypto.randomUUID(), source: 'card' as const, payment_method_id: methodId }
  assert.equal(
    (await after.refused(publishJob, { params: { job_id }, body })).body.error,
    'terms_not_accepted',
  )
  await after.ok(acceptTerms, { body: { version: '2026-12' } })
  assert.equal((await after.ok(publishJob, { params: { job_id }, body })).status, 'posted')
  assert.deepEqual(
    (await acceptedBy(person)).map(({ version }) => version),
    ['2026-11', '2026-12'],
  )
})

test('terms: are in the export of the account, and go with it', async () => {
  const { person } = await enter('2026-11')
  const file = (await person.ok(downloadMyData)) as unknown as { accepted_terms: { version: string }[] }
  assert.deepEqual(
    file.accepted_terms.map(({ version }) => version),
    ['2026-11'],
  )
  const { accountId } = person
  await eraseAccount(first.db.kysely, { accountId, moneySettled: false })
  assert.deepEqual(await acceptedBy(person), [])
})

test('terms: without any set, nothing is asked', async () => {
  await using plain = await startDray()
  const customer = await signIn(plain)
  assert.equal((await customer.ok(readMe)).terms, null)
  const partner = await plain.partner()
  const { body } = await partner.create({ customer_phone: customer.phone })
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const job = await customer.ok(openDraft, { params: { short_id: shortId } })
  assert.equal((await payByCard(customer, job)).status, 'posted')
})
