import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { listKeptTexts, listProviders, sendTestText, testProvider } from '#contract/admin/providers.ts'
import { startSignIn } from '#contract/app/account.ts'
import { startDray } from '../support/dray.ts'
import { codeOf, stranger } from '../support/person.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { joinAs, joinAsOwner, type StaffBrowser } from '../support/staff.ts'

/* Decision 36: the providers, their tests, and the texts that stay on this machine. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

test('every chosen provider is listed and can be tested; who tests it is recorded', async () => {
  const { providers, sends_texts } = await viewer.ok(listProviders)
  assert.equal(sends_texts, false)
  assert.deepEqual(
    providers.map(({ kind, name }) => `${kind} ${name}`),
    [
      'geocoder embedded',
      'router embedded',
      'sms outbox',
      'payments sandbox',
      'photos disk',
      'push web-push',
    ],
  )
  for (const params of providers) {
    assert.equal(await viewer.refused(testProvider, { params }), '403 role_too_low')
    const tested = await staff.ok(testProvider, { params })
    assert.notEqual(tested.status, 'fail', `${params.kind}: ${tested.detail}`)
    assert.ok(tested.ms >= 0)
  }
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'provider.test' } })
  assert.equal(events.length, providers.length)
  assert.deepEqual(events.at(-1)?.targets, [
    { type: 'provider', id: 'geocoder embedded', label: null, partner_id: null },
  ])
  const params = { kind: 'geocoder' as const, name: 'nominatim' }
  assert.equal(await staff.refused(testProvider, { params }), '404 not_found')
})

test('tests are limited to ten a minute', async () => {
  const other = await joinAs(app, owner, 'staff')
  const params = { kind: 'router' as const, name: 'embedded' }
  for (let done = 0; done < 10; done++) await other.ok(testProvider, { params })
  assert.equal(await other.refused(testProvider, { params }), '429 rate_limit_exceeded')
})

test('a provider that is down fails its test, with what to do about it', async () => {
  await using broken = await startDray({
    GEOCODER: 'nominatim,embedded',
    NOMINATIM_URL: 'http://127.0.0.1:9',
  })
  const member = await joinAsOwner(broken)
  const { status, remedy } = await member.ok(testProvider, {
    params: { kind: 'geocoder', name: 'nominatim' },
  })
  assert.equal(status, 'fail')
  assert.ok(remedy)
})

test('texts of the outbox: phones are masked for a viewer, codes are for owners only', async () => {
  const partner = await app.partner()
  await partner.create()
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone: '+34612345678' } })
  const code = await codeOf(app, challenge_id)
  const read = async (by: StaffBrowser) => (await by.ok(listKeptTexts)).texts
  const [codeText, draftText] = await read(owner)
  assert.equal(codeText?.kind, 'code')
  assert.match(codeText.body ?? '', new RegExp(code))
  assert.match(draftText?.body ?? '', /\/draft\/\w+\?phone=%2B34612345678/)
  const [hidden, whole] = await read(staff)
  assert.deepEqual([hidden?.body, hidden?.to_phone], [null, '+34612345678'])
  assert.equal(whole?.body, draftText?.body)
  const { text } = await viewer.call(listKeptTexts)
  assert.ok(!text.includes('612345678') && !text.includes(code))
  assert.match(text, /\/draft\/\w+\?phone=\+34•••••678/)
})

test('a phone that somebody typed is hidden from a viewer, and the id of a link stays', async () => {
  const link = 'https://dray.test/draft/123456789012'
  const typed = `Sofa, call 612 345 678 or +34 600 111 222: ${link}?phone=%2B34612345678`
  const { rows } = await app.db.pool.query(`select id from sms where kind <> 'code' order by id limit 1`)
  const { body: before } = (await app.db.pool.query('select body from sms where id = $1', [rows[0].id]))
    .rows[0]
  const write = (body: string) =>
    app.db.pool.query('update sms set body = $2 where id = $1', [rows[0].id, body])
  await write(typed)
  const read = async (by: StaffBrowser) =>
    (await by.ok(listKeptTexts)).texts.find(({ sms_id }) => sms_id === rows[0].id)?.body
  assert.equal(await read(staff), typed)
  assert.equal(await read(viewer), `Sofa, call •••••678 or •••••222: ${link}?phone=+34•••••678`)
  await write(before)
})

test('texts of the outbox come a page at a time, newest first', async () => {
  const first = await owner.ok(listKeptTexts, { query: { limit: 1 } })
  assert.equal(first.texts.length, 1)
  const before = first.next ?? assert.fail('there is a second page')
  const second = await owner.ok(listKeptTexts, { query: { limit: 1, before } })
  assert.equal(second.next, null)
  assert.ok((second.texts[0]?.sms_id ?? '') < (first.texts[0]?.sms_id ?? ''))
})

test('a test text reaches the number, is counted against its cap, and is stored nowhere', async () => {
  await using provider = await startSmsProvider()
  await using live = await startDray({ ...provider.env, SMS_DAILY_CAP_PER_NUMBER: '2' })
  const member = await joinAsOwner(live)
  const body = { phone: '+34612345678' }
  assert.equal((await member.ok(sendTestText, { body })).outcome, 'accepted')
  assert.equal(provider.sentTo('+34612345678'), 1)
  assert.match(provider.ledger[0]?.body ?? '', /^Dray: /)
  provider.behaviour = { taken: false, answer: 'no' }
  const refused = await member.ok(sendTestText, { body })
  assert.equal(refused.outcome, 'refused')
  assert.match(refused.cause ?? '', /twilio/)
  assert.equal(await member.refused(sendTestText, { body }), '409 wrong_state')
  assert.equal(await member.refused(sendTestText, { body }), '429 rate_limit_exceeded')
  const { rows } = await live.db.pool.query('select count(*)::int as many from sms')
  assert.equal(rows[0].many, 0)
  const { events } = await member.ok(listAuditEvents, { query: { act: 'provider.send_test_text' } })
  assert.deepEqual(
    events.map(({ changes }) => changes),
    [{ last_two_digits: { from: null, to: '78' } }, { last_two_digits: { from: null, to: '78' } }],
  )
  assert.ok(!live.logged.join().includes('612345678'))
  assert.deepEqual((await member.ok(listKeptTexts)).texts, [])
})

test('a test text goes to no number that this service does not text', async () => {
  await using provider = await startSmsProvider()
  await using live = await startDray({ ...provider.env, SMS_COUNTRIES: 'ES' })
  const member = await joinAsOwner(live)
  assert.equal(
    await member.refused(sendTestText, { body: { phone: '+351912345678' } }),
    '400 validation_error',
  )
  assert.deepEqual(provider.ledger, [])
})
