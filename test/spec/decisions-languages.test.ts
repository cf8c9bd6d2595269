import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe, readMe, startSignIn } from '#contract/app/account.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import { texts } from '../../server/texts/index.ts'
import { acceptedDeal } from '../support/deals.ts'
import { decryptedBody } from '../support/decrypted-body.ts'
import { runTasks } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { newPhone } from '../support/no-secrets.ts'
import { signIn, stranger } from '../support/person.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

/* Languages of people, beside English and Spanish (decision 80). */
const sms = await startSmsProvider()
const market = await openMarket(sms.env)
const { app } = market
const { pool, kysely } = app.db
after(async () => {
  await market[Symbol.asyncDispose]()
  await sms[Symbol.asyncDispose]()
})

const draftText = async (jobId: string) =>
  (await app.texts()).find(({ job_id }) => job_id === jobId)?.body ?? assert.fail('no SMS')

test('decision 80: an SMS is in the language of the number, and in that of the partner if it has one', async () => {
  const [byPhone, italian] = [await app.partner(), await app.partner({ smsLanguage: 'it' })]
  for (const [partner, customer_phone, language] of [
    [byPhone, '+351912345678', 'pt'],
    [byPhone, '+33612345678', 'fr'],
    [byPhone, '+376312345', 'ca'],
    [byPhone, '+31612345678', 'en'],
    [italian, '+351912345678', 'it'],
  ] as const) {
    const { status, body } = await partner.create({ customer_phone })
    assert.equal(status, 201)
    const text = await draftText(body.job_id)
    assert.ok(text.includes(texts[language].sms.draft.ready), `${language}: ${text}`)
  }
})

test('decision 80: a code is texted in the language of the screen, else of the number, and the account gets it', async () => {
  const codeText = async (challengeId: string) => {
    const row = await kysely
      .selectFrom('sms')
      .select(['id', 'body', 'sealed_body as sealedBody'])
      .where('challenge_id', '=', challengeId)
      .executeTakeFirstOrThrow()
    return decryptedBody(app, row)
  }
  for (const [language, says] of [
    ['de', /ist Ihr Anmeldecode/],
    [undefined, /serve para entrar/],
  ] as const) {
    const body = { phone: '+351913000001', ...(language && { language }) }
    const headers = { 'x-forwarded-for': language ? '2001:db8:5::1' : '2001:db8:6::1' }
    await pool.query(`update phone_challenge set created_at = created_at - interval '1 day'`)
    const { challenge_id } = await stranger(app).ok(startSignIn, { body, headers })
    assert.match(await codeText(challenge_id), says)
  }
  const person = await signIn(app, newPhone(), { language: 'de' })
  assert.equal((await person.ok(readMe)).language, 'de')
})

test('decision 80: the app is answered in the language it asks for, else in the account’s, in each of seven', async () => {
  const person = await market.person('Ana')
  const unknown = { params: { job_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' } }
  for (const language of personLanguages) {
    const headers = { 'accept-language': `nl, ${language}-XX;q=0.8, en;q=0.1` }
    const { body } = await person.refused(readMyJob, { ...unknown, headers })
    const { message } = body
    assert.ok(Object.values(texts[language].jobs).includes(message), `${language}: ${message}`)
    const { body: invalid } = await person.refused(changeMe, { headers, body: { name: 7 } as never })
    assert.equal(invalid.message, texts[language].accounts.checkInput)
  }
  await person.ok(changeMe, { body: { language: 'pt' } })
  const { body } = await person.refused(readMyJob, { ...unknown, headers: { 'accept-language': 'nl' } })
  assert.ok(Object.values(texts.pt.jobs).includes(body.message), body.message)
})

test('decision 80: a language chosen in the app is kept, and the next notice is in it', async () => {
  const deal = await acceptedDeal(market)
  const { customer } = deal
  assert.equal((await customer.ok(changeMe, { body: { language: 'ca' } })).language, 'ca')
  assert.equal((await customer.ok(readMe)).language, 'ca')
  await using _tasks = runTasks(app)
  await pool.query(`insert into notice (account_id, kind, job_id) values ($1, 'collection_overdue', $2)`, [
    customer.accountId,
    deal.job_id,
  ])
  const says = texts.ca.notices.collection_overdue({ what: 'Three-seat sofa' } as never).title
  await until('the notice is texted in Catalan', () =>
    sms.ledger.some(({ to, body }) => to === customer.phone && body.includes(says)),
  )
  // And back, without texts of the language before.
  await customer.ok(changeMe, { body: { language: 'en' } })
  const { rows } = await pool.query('select language, further_language from account where id = $1', [
    customer.accountId,
  ])
  assert.deepEqual(rows, [{ language: 'en', further_language: null }])
})

test('decision 80: version 0.2.0 reads English or Spanish of every row, and a check refuses other languages', async () => {
  const person = await market.person('Rui')
  for (const [language, nearest] of [
    ['pt', 'es'],
    ['fr', 'en'],
    ['it', 'es'],
    ['de', 'en'],
    ['ca', 'es'],
  ] as const) {
    await person.ok(changeMe, { body: { language } })
    const { rows } = await pool.query('select language, further_language from account where id = $1', [
      person.accountId,
    ])
    assert.deepEqual(rows, [{ language: nearest, further_language: language }])
  }
  for (const table of ['account', 'phone_challenge'])
    await assert.rejects(
      pool.query(`update ${table} set further_language = 'nl' where true`),
      /further_language_check/,
    )
  await assert.rejects(
    pool.query(`update partner set further_sms_language = 'en'`),
    /further_sms_language_check/,
  )
})

test('decision 80: an unknown language is refused, and nothing changes', async () => {
  const person = await market.person('Eva')
  for (const language of ['nl', 'pt-BR', 'PT', '', null, 1]) {
    const { status, body } = await person.refused(changeMe, { body: { language } as never })
    assert.deepEqual([status, body.error], [400, 'validation_error'], String(language))
  }
  const refused = await stranger(app).refused(startSignIn, {
    body: { phone: newPhone(), language: 'nl' } as never,
  })
  assert.equal(refused.status, 400)
  assert.equal((await person.ok(readMe)).language, 'en')
})

test('decision 80: partners are answered in English or Spanish, also one with SMS in Italian', async () => {
  const partner = await app.partner({ smsLanguage: 'it' })
  for (const [header, language] of [
    ['fr', 'en'],
    ['it, es;q=0.5', 'es'],
  ] as const) {
    const { status, body, headers } = await partner.create({ title: '' }, { 'accept-language': header })
    assert.equal(status, 400)
    assert.equal((body as unknown as { message: string }).message, texts[language].partners.fieldsNotValid)
    assert.match(headers.get('link') ?? '', language === 'en' ? /^<\/docs\/errors/ : /^<\/docs\/es\/errors/)
  }
})
