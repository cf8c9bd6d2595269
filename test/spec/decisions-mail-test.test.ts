import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { askCustomer } from '#contract/admin/job-acts.ts'
import { startMailServer } from '../support/mail-server.ts'
import { confirmAddress, mailNode } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'
import { runCommand } from '../support/process.ts'
import { joinAsOwner } from '../support/staff.ts'

/* Decision 77: a test mail by the command line, and customers whom only a mail reaches. */
const server = await startMailServer()
const market = await openMarket({ ...server.env, SMS_NOTICES: 'off' })
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function sendTest(address: string, env: Record<string, string> = server.env) {
  const { code, stdout, stderr } = await runCommand(['mail', 'test', address, '--json'], {
    ...env,
    DATA_DIR: market.app.dataDir,
  })
  return { code, stderr, result: stdout ? (JSON.parse(stdout) as Record<string, unknown>) : null }
}

test('`dray mail test` sends a mail and prints what the server answered', async () => {
  const { code, result } = await sendTest('operator@mail.example')
  assert.equal(code, 0)
  assert.equal(result?.outcome, 'accepted')
  assert.match(String(result?.answer), /^250/)
  const [mail] = server.sentTo('operator@mail.example')
  assert.match(mail?.raw ?? '', /^Subject: Test mail of Dray\r$/m)
})

test('`dray mail test` prints a refusal, says whether it is about the address, and exits with 1', async () => {
  server.next.push({ does: 'refuse', at: 'RCPT', code: 550, words: 'no such user' })
  const refused = await sendTest('gone@mail.example')
  assert.deepEqual(
    [refused.code, refused.result?.outcome, refused.result?.refuses_address],
    [1, 'refused', true],
  )
  assert.match(String(refused.result?.answer), /550 no such user/)
  server.next.push({ does: 'drop', taken: true })
  const lost = await sendTest('late@mail.example')
  assert.deepEqual([lost.code, lost.result?.outcome], [1, 'unknown'])
})

test('`dray mail test` needs an address and a mail server', async () => {
  assert.match((await sendTest('two@mail.example,three@mail.example')).stderr, /is not a mail address/)
  assert.match((await sendTest('operator@mail.example', {})).stderr, /set MAIL_URL/)
})

test('staff ask a customer whom only a mail reaches, until the address fails', async () => {
  const owner = await joinAsOwner(market.app)
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  const ask = () =>
    owner.call(askCustomer, {
      params: { job_id },
      body: { about: 'payment', reason: 'The draft expires soon' },
    })
  assert.equal((await ask()).status, 409)
  await confirmAddress(customer, server, mailNode(market.app, server).send)
  await market.app.db.pool.query('update mail_address set failing_since = now()')
  assert.equal((await ask()).status, 409)
  await market.app.db.pool.query('update mail_address set failing_since = null')
  assert.equal((await ask()).status, 200)
})
