import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readAccount } from '#contract/admin/accounts.ts'
import { changeStaffMe, readStaffMe } from '#contract/admin/own-access.ts'
import { createPartner, readPartner, setPartnerSmsLanguage } from '#contract/admin/partners.ts'
import { changeMe } from '#contract/app/account.ts'
import { texts } from '../../server/texts/index.ts'
import { trailOf } from '../support/audit-trail.ts'
import { openMarket } from '../support/market.ts'
import { joinAsOwner } from '../support/staff.ts'

/* Decision 80: people have seven languages, members have two. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const reason = 'agreed by phone'

test('a member cannot choose a language that the panel does not have', async () => {
  for (const language of ['pt', 'fr', 'it', 'de', 'ca']) {
    const refusal = await owner.refused(changeStaffMe, { body: { language } as never })
    assert.match(refusal, /400 validation_error/)
  }
  assert.equal((await owner.ok(readStaffMe)).language, 'en')
})

test('the panel is answered in English or Spanish, whatever the browser prefers', async () => {
  const params = { partner_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }
  for (const [header, language] of [
    ['de', 'en'],
    ['pt, es;q=0.5', 'es'],
  ] as const) {
    const { status, body } = await owner.call(readPartner, {
      params,
      headers: { 'accept-language': header },
    })
    assert.equal(status, 404)
    assert.equal((body as unknown as { message: string }).message, texts[language].requests.notFound)
  }
})

test('a partner gets SMS in Italian, in Spanish and by phone again, and each change is in the audit log', async () => {
  const { partner_id } = await owner.ok(createPartner, {
    body: { company_name: 'Mobili Sole', sms_language: 'it', reason },
  })
  const params = { partner_id }
  const languageNow = async () => (await owner.ok(readPartner, { params })).sms_language
  assert.equal(await languageNow(), 'it')
  for (const sms_language of ['es', 'ca', null] as const) {
    await owner.ok(setPartnerSmsLanguage, { params, body: { sms_language, reason } })
    assert.equal(await languageNow(), sms_language)
  }
  const changes = (await trailOf(app.db, partner_id)).flatMap((event) =>
    event.act === 'partner.update' ? [event.changes] : [],
  )
  assert.deepEqual(changes, [
    { sms_language: { from: 'it', to: 'es' } },
    { sms_language: { from: 'es', to: 'ca' } },
    { sms_language: { from: 'ca', to: null } },
  ])
})

test('the account’s page has the language of the person', async () => {
  const person = await market.person('Rui')
  await person.ok(changeMe, { body: { language: 'pt' } })
  const account = await owner.ok(readAccount, { params: { account_id: person.accountId } })
  assert.equal(account.language, 'pt')
})
