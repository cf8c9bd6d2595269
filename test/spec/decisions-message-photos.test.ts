import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { sendPhotoMessage } from '#contract/app/conversation.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { newId } from '../../server/lib/ids.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeJobData, removeJobPhotos } from '../../server/privacy/remove-job-data.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy, talkOf } from '../support/message-scenes.ts'
import { usualProof } from '../support/proofs.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAsOwner } from '../support/staff.ts'

/* Photos in messages, and the end of messages with their photos (decisions 21 and 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const owner = await joinAsOwner(app)

const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#9c3' } })
  .jpeg()
  .toBuffer()

const photoInput = ({ params }: Deal, message_id = newId()) => ({
  params: { ...params, message_id },
  query: { thread: 'together' as const },
})

const sendPhoto = (deal: Deal, side: 'customer' | 'carrier', message_id = newId()) =>
  deal[side].ok(sendPhotoMessage, { ...photoInput(deal, message_id), body: picture })

const statusOf = async (url = '') => (await app.fetch(new URL(url).pathname)).status
const collect = () => collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })
const countOf = async (table: 'photo' | 'job_message' | 'message_reader', job_id: string) =>
  (await pool.query(`select from ${table} where job_id = $1`, [job_id])).rowCount

test('decision 71: a photo is a message, once, and not a photo of the goods', async () => {
  const deal = await acceptedDeal(market)
  const id = newId()
  const sent = await sendPhoto(deal, 'carrier', id)
  assert.deepEqual(await sendPhoto(deal, 'carrier', id), sent)
  assert.equal(await statusOf(sent.photo?.url), 200)
  const { messages } = await talkOf(deal.customer, deal)
  assert.deepEqual(
    messages.map(({ message_id, text, photo }) => [message_id, text, photo?.url]),
    [[id, null, sent.photo?.url]],
  )
  const [mine, theirs] = [
    await deal.customer.ok(readMyJob, { params: deal.params }),
    await deal.carrier.ok(readCarrierJob, { params: deal.params }),
  ]
  for (const { photos, delivery_photo } of [mine, theirs])
    assert.deepEqual([photos, delivery_photo], [[], null])
  assert.deepEqual((await owner.ok(readJobForStaff, { params: deal.params })).photos, [])
  const stored = await pool.query('select from photo where account_id = $1', [deal.carrier.accountId])
  assert.equal(stored.rowCount, 1, 'the repeat has stored no second file')
})

test('decision 71: a file that is not a picture is refused, and no message is sent', async () => {
  const deal = await acceptedDeal(market)
  const refused = await deal.customer.refused(sendPhotoMessage, {
    ...photoInput(deal),
    body: Buffer.from('not a picture'),
  })
  assert.deepEqual([refused.status, refused.body.error], [400, 'validation_error'])
  assert.equal(await countOf('job_message', deal.job_id), 0)
})

test('decision 71: after the end a photo is refused before it is stored', async () => {
  const deal = await completedDeal(market)
  await pool.query(`update job set completed_at = now() - interval '8 days' where id = $1`, [deal.job_id])
  const late = await deal.customer.refused(sendPhotoMessage, { ...photoInput(deal), body: picture })
  assert.equal(late.status, 409)
  assert.equal(
    (await pool.query('select from photo where account_id = $1', [deal.customer.accountId])).rowCount,
    0,
  )
})

test('decision 21: photos end before texts if their time is shorter, and the message stays', async () => {
  const deal = await completedDeal(market)
  const { photo } = await sendPhoto(deal, 'customer')
  await removeJobPhotos(kysely, [deal.job_id])
  assert.equal(await statusOf(photo?.url), 404)
  const { messages } = await talkOf(deal.carrier, deal)
  assert.deepEqual(
    messages.map((each) => [each.text, each.photo]),
    [[null, null]],
  )
})

test('decision 21: the data of the job takes messages, marks and photos with it', async () => {
  const deal = await completedDeal(market)
  const { photo } = await sendPhoto(deal, 'customer')
  await sentBy(deal.carrier, deal)
  await removeJobData(kysely, [deal.job_id])
  await collect()
  for (const table of ['job_message', 'message_reader', 'photo'] as const)
    assert.equal(await countOf(table, deal.job_id), 0, table)
  assert.equal(await statusOf(photo?.url), 404)
  assert.equal((await pool.query(`select from photo where name = $1`, [nameOf(photo?.url)])).rowCount, 0)
})

for (const side of ['customer', 'carrier'] as const)
  test(`decision 21: the erasure of the ${side} leaves no message and no photo of their talk`, async () => {
    const deal = await completedDeal(market)
    const photos = [await sendPhoto(deal, 'customer'), await sendPhoto(deal, 'carrier')]
    await sentBy(deal.customer, deal, messageBody('Thank you, Benito'))
    await settleMoney(app)
    const { outcome } = await eraseAccount(kysely, { accountId: deal[side].accountId, moneySettled: true })
    assert.equal(outcome, 'erased')
    await collect()
    assert.equal(await countOf('job_message', deal.job_id), 0)
    for (const { photo } of photos) assert.equal(await statusOf(photo?.url), 404)
    const names = photos.map(({ photo }) => nameOf(photo?.url))
    assert.equal((await pool.query('select from photo where name = any($1)', [names])).rowCount, 0)
    if (side === 'carrier') {
      const { messages } = await deal.customer.ok(readMyJob, { params: deal.params })
      assert.equal(messages.together.count, 0)
      const late = await deal.customer.refused(sendPhotoMessage, { ...photoInput(deal), body: picture })
      assert.equal(late.status, 409)
    }
  })

test('decision 71: an export has the own messages, not those of the other side', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal, messageBody('of the customer'))
  await sentBy(deal.carrier, deal, messageBody('of the carrier'))
  await sendPhoto(deal, 'carrier')
  const [mine, theirs] = [await deal.customer.ok(downloadMyData), await deal.carrier.ok(downloadMyData)]
  assert.deepEqual(
    mine.jobs[0]?.messages.map(({ text, by, thread }) => [text, by, thread]),
    [['of the customer', 'customer', 'together']],
  )
  assert.deepEqual(
    theirs.carried_jobs[0]?.messages.map(({ text, photo }) => [text, photo !== null]),
    [
      ['of the carrier', false],
      [null, true],
    ],
  )
  assert.deepEqual([mine.jobs[0]?.photos, theirs.carried_jobs[0]?.photos], [[], []])
})

test('decision 21: after staff have moved a job, the export of the old carrier keeps what that carrier wrote', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal, messageBody('of the customer'))
  await sentBy(deal.carrier, deal, messageBody('of the old carrier'))
  const next = await market.carrier({ name: 'Olga' })
  await reassignJob(
    { kysely, maxOpenJobs: 5, proof: usualProof },
    { jobId: deal.job_id, carrierId: next.accountId, by: byOperator() },
  )
  await sentBy(next, deal, messageBody('of the new carrier'))
  const [old, present] = [await deal.carrier.ok(downloadMyData), await next.ok(downloadMyData)]
  assert.deepEqual(
    old.moved_jobs.map(({ job_id, messages }) => [job_id, messages.map(({ text }) => text)]),
    [[deal.job_id, ['of the old carrier']]],
  )
  assert.deepEqual([old.carried_jobs, present.moved_jobs], [[], []])
  assert.deepEqual(
    present.carried_jobs[0]?.messages.map(({ text }) => text),
    ['of the new carrier'],
  )
})

const nameOf = (url = '') => new URL(url).pathname.split('/').at(-1) ?? ''
