import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMyMail, confirmMyMail, readMyMail, removeMyMail } from '#contract/app/mail.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeTo, confirmAddress, htmlOf, mailNode, mailRowsOf, textOf } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'

/* Decision 70: a mail address is confirmed by a code, over HTTP and a real SMTP server. */
const server = await startMailServer()
const market = await openMarket(server.env)
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const { app } = market
const node = mailNode(app, server)

test('the address is used after its code was checked, and the confirmed one stays until then', async () => {
  const ana = await market.person('Ana')
  const none = { available: true, address: null, failing_since: null, pending: null }
  assert.deepEqual(await ana.ok(readMyMail), none)
  const asked = await ana.ok(changeMyMail, { body: { address: '  Ana.Ruiz+dray@mail.example ' } })
  assert.deepEqual([asked.address, asked.pending?.address], [null, 'Ana.Ruiz+dray@mail.example'])
  const [row] = await mailRowsOf(app, ana)
  assert.equal(row?.status, 'due', 'the row is before the mail')
  await node.send()
  const code = codeTo(server, 'Ana.Ruiz+dray@mail.example')
  const confirmed = await ana.ok(confirmMyMail, { body: { code } })
  assert.deepEqual(confirmed, { ...none, address: 'Ana.Ruiz+dray@mail.example' })
  const again = await ana.refused(confirmMyMail, { body: { code } })
  assert.deepEqual([again.status, again.body.error], [422, 'code_expired'], 'a code works once')
  await ana.ok(changeMyMail, { body: { address: 'new@mail.example' } })
  assert.equal((await ana.ok(readMyMail)).address, 'Ana.Ruiz+dray@mail.example')
  assert.deepEqual(await ana.ok(removeMyMail), none)
  assert.deepEqual(await ana.ok(removeMyMail), none)
})

test('the mail with the code: from us, in the language of the person, with nothing from outside', async () => {
  const ana = await market.person('Ana')
  await app.db.pool.query(`update account set language = 'es' where id = $1`, [ana.accountId])
  const address = await confirmAddress(ana, server, node.send)
  const [mail] = server.sentTo(address)
  const [row] = await mailRowsOf(app, ana)
  assert.ok(mail && row)
  assert.equal(mail.from, 'hello@dray.example')
  assert.equal(mail.messageId, `${row.id}@dray.example`)
  assert.match(mail.raw, /^From: Dray <hello@dray\.example>\r$/m)
  assert.match(mail.raw, /^Subject: Confirma tu correo\r$/m)
  assert.match(mail.raw, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(textOf(mail.raw), /Escribe este código en tu cuenta de Dray/)
  assert.doesNotMatch(htmlOf(mail.raw), /src=|url\(|<script|<link|@import|http/)
  assert.equal(row.sealed_code, null, 'the code is gone once it is sent')
})

test('a wrong code counts: the sixth check is refused, also with the right code', async () => {
  const ana = await market.person('Ana')
  await ana.ok(changeMyMail, { body: { address: 'guess@mail.example' } })
  await node.send()
  const code = codeTo(server, 'guess@mail.example')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ana.refused(confirmMyMail, { body: { code: wrong } })),
  )
  const errors = answers.map(({ body }) => body.error).sort()
  assert.deepEqual(errors, [...Array(7).fill('code_expired'), ...Array(5).fill('code_wrong')])
  const right = await ana.refused(confirmMyMail, { body: { code } })
  assert.equal(right.body.error, 'code_expired')
})

test('of concurrent right codes one succeeds, and an expired one never', async () => {
  const ana = await market.person('Ana')
  await ana.ok(changeMyMail, { body: { address: 'race@mail.example' } })
  await node.send()
  const code = codeTo(server, 'race@mail.example')
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => ana.call(confirmMyMail, { body: { code } })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 422, 422, 422],
  )
  await ana.ok(changeMyMail, { body: { address: 'late@mail.example' } })
  await node.send()
  await app.db.pool.query(`update mail_confirmation set expires_at = now() where account_id = $1`, [
    ana.accountId,
  ])
  const late = await ana.refused(confirmMyMail, { body: { code: codeTo(server, 'late@mail.example') } })
  assert.equal(late.body.error, 'code_expired')
  assert.equal((await ana.ok(readMyMail)).address, 'race@mail.example')
})

test('a newer code ends the earlier one, and the code of another account does not fit', async () => {
  const [ana, eva] = [await market.person('Ana'), await market.person('Eva')]
  await ana.ok(changeMyMail, { body: { address: 'first@mail.example' } })
  await node.send()
  const first = codeTo(server, 'first@mail.example')
  await ana.ok(changeMyMail, { body: { address: 'second@mail.example' } })
  await eva.ok(changeMyMail, { body: { address: 'first@mail.example' } })
  for (const person of [ana, eva]) {
    const { body } = await person.refused(confirmMyMail, { body: { code: first } })
    assert.equal(body.error, 'code_wrong')
  }
})

test('an account gets five codes a day, an address three of all accounts, and only the account is told', async () => {
  const people = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => market.person(name)))
  const answers = await Promise.all(
    people.map((person) => person.ok(changeMyMail, { body: { address: 'victim@mail.example' } })),
  )
  const shown = answers.map(({ pending, ...rest }) => ({ ...rest, address: pending?.address }))
  assert.deepEqual(shown, Array(5).fill(shown[0]), 'every answer is the same')
  await node.send()
  assert.equal(server.sentTo('victim@mail.example').length, 3)
  const [ana] = people
  assert.ok(ana)
  for (let i = 0; i < 4; i++) await ana.ok(changeMyMail, { body: { address: `own-${i}@mail.example` } })
  const refused = await ana.refused(changeMyMail, { body: { address: 'own-5@mail.example' } })
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limit_exceeded'])
})

test('hostile addresses are refused before a row is written', async () => {
  const ana = await market.person('Ana')
  const hostile = [
    'a@b',
    'a b@mail.example',
    'a@mail.example\r\nBcc: other@mail.example',
    'a@mail.example\nSubject: x',
    'a@mail.example,b@mail.example',
    'a@mail.example;b@mail.example',
    '<a@mail.example>',
    'Ana <a@mail.example>',
    '"a b"@mail.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@localhost',
    '@mail.example',
    'a@@mail.example',
    '.a@mail.example',
    'a..b@mail.example',
    'a@-mail.example',
    'a@mail..example',
    `${'a'.repeat(65)}@mail.example`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.example`,
    'ana@mаil.example',
    'a\u0000@mail.example',
    'a@mail.example\u2028b',
    '',
  ]
  for (const address of hostile) {
    const { status, body } = await ana.refused(changeMyMail, { body: { address } })
    assert.deepEqual([status, body.error], [400, 'validation_error'], JSON.stringify(address))
  }
  assert.deepEqual(await mailRowsOf(app, ana), [])
})

test('logs and errors have neither addresses nor codes', async () => {
  const ana = await market.person('Ana')
  await node.send()
  server.next = [{ does: 'refuse', at: 'RCPT', code: 451, words: 'try later secret@mail.example' }]
  await ana.ok(changeMyMail, { body: { address: 'secret@mail.example' } })
  await node.send()
  const [row] = await mailRowsOf(app, ana)
  assert.equal(row?.last_error, 'SMTP 451 at RCPT TO')
  assert.deepEqual(node.errors.at(-1), 'SMTP 451 at RCPT TO')
  assert.doesNotMatch(app.logged.join('\n'), /mail\.example/)
})

test('without a mail server the app is told so, and no code can be asked for', async () => {
  await using silent = await openMarket()
  const ana = await silent.person('Ana')
  assert.equal((await ana.ok(readMyMail)).available, false)
  const refused = await ana.refused(changeMyMail, { body: { address: 'ana@mail.example' } })
  assert.deepEqual([refused.status, refused.body.error], [409, 'wrong_state'])
})
