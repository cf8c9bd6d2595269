import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMyMail, confirmMyMail, readMyMail, removeMyMail } from '#contract/app/mail.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { sendDueMails } from '../../server/tasks/mails/send-due-mails.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeTo, confirmAddress, mailNode, mailRowsOf, makeMailsDue } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'

/* Decision 70: what becomes of a mail, with a real SMTP server that refuses, drops and goes away. */
const server = await startMailServer()
const market = await openMarket(server.env)
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const { app } = market
const { pool, kysely } = app.db
const node = mailNode(app, server)

let asked = 0

/** A person with a mail that waits. */
async function waiting(): Promise<{ ana: Person; address: string }> {
  const [ana, address] = [await market.person('Ana'), `waits-${asked++}@mail.example`]
  await ana.ok(changeMyMail, { body: { address } })
  return { ana, address }
}

const statusOf = async (ana: Person) => {
  const [row] = await mailRowsOf(app, ana)
  return [row?.status, row?.attempts, row?.last_error]
}

test('a mail that is refused for now is tried again, later each time, until it is accepted', async () => {
  const { ana, address } = await waiting()
  server.next = [
    { does: 'refuse', at: 'RCPT', code: 450 },
    { does: 'refuse', at: 'DATA', code: 451 },
  ]
  await node.send()
  assert.deepEqual(await statusOf(ana), ['due', 1, 'SMTP 450 at RCPT TO'])
  await node.send()
  assert.deepEqual(await statusOf(ana), ['due', 1, 'SMTP 450 at RCPT TO'], 'not before its time')
  await makeMailsDue(app)
  await node.send()
  assert.deepEqual(await statusOf(ana), ['due', 2, 'SMTP 451 at DATA'])
  await makeMailsDue(app)
  await node.send()
  assert.deepEqual(await statusOf(ana), ['sent', 3, null])
  assert.equal(server.sentTo(address).length, 1)
})

test('the answer after the content is lost: sent once more with the same Message-ID, then unknown', async () => {
  const { ana, address } = await waiting()
  server.next = [
    { does: 'drop', taken: true },
    { does: 'drop', taken: true },
  ]
  await node.send()
  assert.equal((await statusOf(ana))[0], 'due')
  await makeMailsDue(app)
  await node.send()
  assert.equal((await statusOf(ana))[0], 'unknown')
  await makeMailsDue(app)
  await node.send()
  const ids = server.sentTo(address).map(({ messageId }) => messageId)
  assert.equal(ids.length, 2, 'at worst twice')
  assert.equal(new Set(ids).size, 1)
})

test('the answer is lost and the mail was not taken: the second attempt delivers it', async () => {
  const { ana, address } = await waiting()
  server.next = [{ does: 'drop', taken: false }]
  await node.send()
  await makeMailsDue(app)
  await node.send()
  assert.deepEqual(await statusOf(ana), ['sent', 2, null])
  assert.equal(server.sentTo(address).length, 1)
})

test('a crash of the sender counts as a lost answer', async () => {
  const { ana, address } = await waiting()
  await pool.query(
    `update mail set status = 'running', claim_id = gen_random_uuid(), attempts = 1, due_at = now()
     where account_id = $1`,
    [ana.accountId],
  )
  await node.send()
  const { rows } = await pool.query('select status, unknown_outcomes from mail where account_id = $1', [
    ana.accountId,
  ])
  assert.deepEqual(rows, [{ status: 'sent', unknown_outcomes: 1 }])
  assert.equal(server.sentTo(address).length, 1)
})

test('a mail that cannot be composed was not sent: it is tried again, and its words are in no log', async () => {
  const { ana, address } = await waiting()
  const { mailSealer } = node.needs
  const broken = {
    ...mailSealer,
    open: () => {
      throw new Error(address)
    },
  }
  for (const attempts of [1, 2, 3]) {
    await sendDueMails({ ...node.needs, mailSealer: broken }, new AbortController().signal)
    assert.deepEqual(await statusOf(ana), ['due', attempts, 'not composed'])
    await makeMailsDue(app)
  }
  assert.equal(node.errors.at(-1), 'not composed: Error')
  await node.send()
  assert.deepEqual(await statusOf(ana), ['sent', 4, null])
  assert.equal(server.sentTo(address).length, 1)
})

test('with the server down mails wait, and arrive when it is back', async () => {
  await using gone = await startMailServer()
  const lost = mailNode(app, gone)
  await gone[Symbol.asyncDispose]()
  const { ana, address } = await waiting()
  await lost.send()
  const [status, attempts, error] = await statusOf(ana)
  assert.deepEqual([status, attempts], ['due', 1])
  assert.match(String(error), /^(ECONNECTION|ESOCKET|ECONNREFUSED) at CONN$/)
  await makeMailsDue(app)
  await node.send()
  assert.equal(server.sentTo(address).length, 1)
})

test('two nodes that send at the same moment send each mail once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, waiting))
  const other = mailNode(app, server)
  await Promise.all([node.send(), other.send(), node.send(), other.send()])
  for (const { address } of people) assert.equal(server.sentTo(address).length, 1, address)
})

test('an address that is refused for good fails, the person is told, and nothing more is mailed', async () => {
  const ana = await market.person('Ana')
  const address = await confirmAddress(ana, server, node.send)
  const { rows } = await pool.query<{ id: string }>(
    `insert into notice (account_id, kind, told_at) values ($1, 'carrier_approved', now()) returning id`,
    [ana.accountId],
  )
  await pool.query(
    `insert into mail (kind, account_id, notice_id, give_up_at) values ('notice', $1, $2, now() + interval '1 day')`,
    [ana.accountId, rows[0]?.id],
  )
  server.next = [{ does: 'refuse', at: 'RCPT', code: 550, words: '5.1.1 no such mailbox' }]
  await node.send()
  const [, row] = await mailRowsOf(app, ana)
  assert.deepEqual([row?.status, row?.last_error], ['failed', 'SMTP 550 at RCPT TO'])
  assert.notEqual((await ana.ok(readMyMail)).failing_since, null)
  await ana.ok(changeMyMail, { body: { address } })
  await node.send()
  const back = await ana.ok(confirmMyMail, { body: { code: codeTo(server, address) } })
  assert.equal(back.failing_since, null, 'confirmed again')
})

test('a relay that denies us is our fault: the address stays, and the mail is tried again', async () => {
  const { ana } = await waiting()
  server.next = [{ does: 'refuse', at: 'RCPT', code: 554, words: '5.7.1 relay access denied' }]
  await node.send()
  assert.deepEqual(await statusOf(ana), ['due', 1, 'SMTP 554 at RCPT TO'])
  assert.equal((await ana.ok(readMyMail)).pending?.refused, false)
  server.next = [{ does: 'refuse', at: 'RCPT', code: 550, words: '5.1.1 no such mailbox' }]
  await makeMailsDue(app)
  await node.send()
  assert.equal((await ana.ok(readMyMail)).pending?.refused, true, 'a new address that does not exist')
})

test('a mail that waits is not sent after its address was removed or its account erased', async () => {
  const [removed, erased] = [await waiting(), await waiting()]
  await removed.ana.ok(removeMyMail)
  const { outcome } = await eraseAccount(kysely, { accountId: erased.ana.accountId, moneySettled: false })
  assert.equal(outcome, 'erased')
  await makeMailsDue(app)
  await node.send()
  for (const { address } of [removed, erased]) assert.equal(server.sentTo(address).length, 0, address)
  const { rows } = await pool.query(
    `select 'mail' from mail where account_id = $1 union all select 'code' from mail_confirmation where account_id = $1`,
    [erased.ana.accountId],
  )
  assert.deepEqual(rows, [])
})

test('an erasure while the mail is being sent ends the row, and the late outcome changes nothing', async () => {
  const { ana, address } = await waiting()
  const { needs } = node
  const send = needs.mailSender?.send
  assert.ok(send)
  const slow = {
    ...needs,
    mailSender: {
      check: async () => {},
      async send(mail: Parameters<typeof send>[0]) {
        await eraseAccount(kysely, { accountId: ana.accountId, moneySettled: false })
        return send(mail)
      },
    },
  }
  const { sendDueMails } = await import('../../server/tasks/mails/send-due-mails.ts')
  await sendDueMails(slow, new AbortController().signal)
  assert.equal(server.sentTo(address).length, 1, 'it was on its way')
  assert.deepEqual(await mailRowsOf(app, ana), [])
})

test('a mail that is too old is given up', async () => {
  const { ana, address } = await waiting()
  await pool.query(`update mail set give_up_at = now() where account_id = $1`, [ana.accountId])
  await node.send()
  assert.deepEqual((await statusOf(ana))[0], 'failed')
  assert.equal(server.sentTo(address).length, 0)
})
