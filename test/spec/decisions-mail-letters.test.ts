import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe } from '#contract/app/account.ts'
import { readMyMail } from '#contract/app/mail.ts'
import { readMyNotices } from '#contract/app/notices.ts'
import { switchableKinds } from '#contract/notice-rules.ts'
import { noticeKinds, personLanguages } from '#contract/vocabulary.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { completedDeal } from '../support/deals.ts'
import { runTasks, type TestDray } from '../support/dray.ts'
import { type MailServerStub, partsOf, type ReceivedMail, startMailServer } from '../support/mail-server.ts'
import { confirmAddress, htmlOf, mailNode, textOf } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'
import { pdfTexts } from '../support/pdf-text.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

/* Decision 70: receipts and notices by mail, from the background tasks to a real SMTP server. */
const server = await startMailServer()
const market = await openMarket(server.env)
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const { app } = market
const { pool } = app.db
const node = mailNode(app, server)

/** Runs the tasks until this many mails with a PDF, or without one, came after that with the code. */
async function tasksUntil(address: string, mails: number, withPdf: boolean): Promise<ReceivedMail[]> {
  const letters = () =>
    server
      .sentTo(address)
      .slice(1)
      .filter(({ raw }) => raw.includes('application/pdf') === withPdf)
  await using _ = runTasks(app)
  await until(`${mails} mails came`, () => letters().length >= mails)
  return letters()
}

const headerOf = ({ raw }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'm')
    .exec((raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' '))?.[1]
    ?.trim()

const subjectOf = (mail: ReceivedMail): string => {
  return (headerOf(mail, 'Subject') ?? '')
    .replace(/\?= =\?UTF-8\?Q\?/gi, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_match, text: string) =>
      decodeURIComponent(text.replace(/_/g, ' ').replace(/%/g, '%25').replace(/=/g, '%')),
    )
    .trim()
}

const pdfOf = ({ raw }: ReceivedMail): { name: string; texts: string } => {
  const part = partsOf(raw).find(({ type }) => type === 'application/pdf') ?? assert.fail('no PDF')
  const name = /filename="?([^"\r\n;]+)/i.exec(part.headers)?.[1] ?? ''
  return { name, texts: pdfTexts(Buffer.from(part.body, 'latin1')).join(' ') }
}

test('a charge is mailed with its receipt, a refund with its credit note, once each', async () => {
  const deal = await completedDeal(market)
  const address = await confirmAddress(deal.customer, server, node.send)
  await refundJob(app.dray.payments, {
    jobId: deal.job_id,
    amountCents: 1_234,
    by: byOperator('a scratch'),
  })
  await settleMoney(app)
  const letters = await tasksUntil(address, 2, true)
  const receipt = letters.find(({ raw }) => /Receipt TEST-R-/.test(raw))
  const note = letters.find(({ raw }) => /Credit note TEST-C-/.test(raw))
  assert.ok(receipt && note)
  const number = /TEST-R-\d{4}-\d{6}/.exec(subjectOf(receipt))?.[0]
  assert.deepEqual([pdfOf(receipt).name, pdfOf(note).name.slice(0, 7)], [`${number}.pdf`, 'TEST-C-'])
  assert.match(pdfOf(receipt).texts, new RegExp(`Receipt ${number}`))
  assert.match(pdfOf(note).texts, /12\.34/)
  assert.match(textOf(receipt.raw), /The receipt is attached as a PDF\.\n\nNo real money was moved\./)
  assert.match(textOf(receipt.raw), new RegExp(`http://dray.test/app/jobs/${deal.job_id}\n`))
  assert.doesNotMatch(receipt.raw, /List-Unsubscribe/, 'about money')
  const { rows } = await pool.query('select from mail where invoice_id is not null')
  assert.equal(rows.length, 2)
})

test('a person without a confirmed address, or with one that fails, gets no mail row', async () => {
  const [ana, eva] = [await market.person('Ana'), await market.person('Eva')]
  await confirmAddress(eva, server, node.send)
  await pool.query('update mail_address set failing_since = now() where account_id = $1', [eva.accountId])
  for (const { accountId } of [ana, eva])
    await pool.query(`insert into notice (account_id, kind) values ($1, 'carrier_approved')`, [accountId])
  await using _ = runTasks(app)
  await until('both are told', async () => {
    const { rows } = await pool.query('select from notice where told_at is null')
    return rows.length === 0
  })
  const { rows } = await pool.query(`select from mail where notice_id is not null and account_id = any($1)`, [
    [ana.accountId, eva.accountId],
  ])
  assert.equal(rows.length, 0)
})

test('every kind of notice in each language: subject, text, link; only those not about money can be ended', async () => {
  const deal = await completedDeal(market)
  await pool.query(`update job set title = 'Sofa <b>evil.example</b> www.evil.example' where id = $1`, [
    deal.job_id,
  ])
  const ana = deal.customer
  const address = await confirmAddress(ana, server, node.send)
  for (const language of personLanguages) {
    await ana.ok(changeMe, { body: { language } })
    const letters = await everyNotice(app, { person: ana, jobId: deal.job_id, address, server })
    for (const [kind, letter] of letters) {
      const text = textOf(letter.raw)
      const subject = subjectOf(letter)
      console.log(
        `${language} ${kind} (${subject.length} + ${text.length}): ${subject} | ${text.split('\n')[0]}`,
      )
      assert.ok(subject.length >= 5 && subject.length <= 78, `${kind}: ${subject}`)
      assert.ok(text.length < 900, kind)
      assert.match(text, /http:\/\/dray\.test\/(app|carrier)/)
      assert.doesNotMatch(text, /www\.evil|evil\.example\/b/)
      const html = htmlOf(letter.raw)
      assert.doesNotMatch(html, /<b>|src=|url\(|<script|<link|@import/, kind)
      const mayEnd = switchableKinds.includes(kind)
      assert.equal(headerOf(letter, 'List-Unsubscribe-Post') === 'List-Unsubscribe=One-Click', mayEnd, kind)
      assert.equal(text.includes('/mail/off/'), mayEnd, kind)
    }
  }
})

type Scene = { person: Person; jobId: string; address: string; server: MailServerStub }

/** Mails each kind about a job, whatever its rule is: composed and sent like by the task. */
async function everyNotice({ db }: TestDray, { person, jobId, address, server: smtp }: Scene) {
  const letters: [(typeof noticeKinds)[number], ReceivedMail][] = []
  await db.pool.query('delete from notice where account_id = $1', [person.accountId])
  for (const kind of noticeKinds) {
    const about = /^(carrier_(?!changed)|document_)/.test(kind) ? null : jobId
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into notice (account_id, kind, job_id, told_at) values ($1, $2, $3, now()) returning id`,
      [person.accountId, kind, about],
    )
    await db.pool.query(
      `insert into mail (kind, account_id, notice_id, give_up_at) values ('notice', $1, $2, now() + interval '1 day')`,
      [person.accountId, rows[0]?.id],
    )
    await node.send()
    letters.push([kind, smtp.sentTo(address).at(-1) ?? assert.fail(kind)])
  }
  return letters
}

test('one click ends mails that are not about money, and asks for no session; a GET ends nothing', async () => {
  const ana = await market.person('Ana')
  const address = await confirmAddress(ana, server, node.send)
  await pool.query(`insert into notice (account_id, kind) values ($1, 'carrier_approved')`, [ana.accountId])
  const [letter] = await tasksUntil(address, 1, false)
  const url = (letter && headerOf(letter, 'List-Unsubscribe')?.slice(1, -1)) ?? assert.fail('no link')
  const path = url.replace('http://dray.test', '')
  const isOn = async () =>
    (await ana.ok(readMyNotices)).notices.some(({ channels }) =>
      channels.some(({ channel, on }) => channel === 'mail' && on),
    )
  const page = await app.fetch(path, { headers: { accept: 'text/html' } })
  assert.deepEqual([page.status, await isOn()], [200, true])
  assert.match(page.text, /<form method="post">/)
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/)
  const post = (to: string) =>
    app.fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      raw: 'List-Unsubscribe=One-Click',
    })
  for (const _ of [1, 2]) {
    const done = await post(path)
    assert.deepEqual([done.status, await isOn()], [200, false])
  }
  assert.equal((await post(`${path.slice(0, -4)}AAAA`)).status, 404)
  assert.equal((await post('/mail/off/short')).status, 404)
  assert.equal((await ana.ok(readMyMail)).address, address, 'mails about money still come')
  assert.doesNotMatch(app.logged.join('\n'), new RegExp(path.split('/').at(-1) ?? 'token'))
})

test('a suspended account gets no notice by mail, and its receipts anyway', async () => {
  const deal = await completedDeal(market)
  const address = await confirmAddress(deal.customer, server, node.send)
  await pool.query(`update account set suspended_at = now() where id = $1`, [deal.customer.accountId])
  await pool.query(`insert into notice (account_id, kind, job_id) values ($1, 'job_accepted', $2)`, [
    deal.customer.accountId,
    deal.job_id,
  ])
  const letters = await tasksUntil(address, 1, true)
  assert.match(letters.map(subjectOf).join(), /^Receipt TEST-R-\d{4}-\d{6}$/)
  const { rows } = await pool.query('select from mail where account_id = $1 and notice_id is not null', [
    deal.customer.accountId,
  ])
  assert.equal(rows.length, 0)
})
