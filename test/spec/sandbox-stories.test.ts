import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { stories } from '#contract/sandbox/stories.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { removeJobData } from '../../server/privacy/remove-job-data.ts'
import { startDray } from '../support/dray.ts'
import { playToEnd, sandboxUser, told } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

for (const story of stories)
  test(`sandbox: the story ${story.name} ends as the catalogue says`, async () => {
    const user = await sandboxUser(app)
    const jobId = await user.begin(story.name)
    const { body: created } = await user.read(jobId)
    const steps = await playToEnd(user)
    const { status, body } = await user.read(jobId)
    if (story.ends === 'gone') {
      assert.equal(status, 404)
      assert.equal(steps.at(-1)?.what, 'the draft expired and was deleted')
      return
    }
    if (story.name === 'by_hand') return assert.equal(status, 404, 'its draft ends like any other')
    assert.equal(body.status, story.ends)
    assert.equal(body.created_at, created.created_at, 'the partner sees its own timestamps unmoved')
    assert.ok(body.updated_at > created.updated_at)
  })

test('sandbox: the happy story has the times that the guide names', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await playToEnd(user)
  const { timeline } = await user.job(jobId)
  const at = (what: string) => timeline.find((step) => step.what === what)?.after_seconds
  assert.deepEqual(
    {
      opened: at('opened the link'),
      published: at('the total is held'),
      accepted: at('accepted'),
      collected: at('collected'),
      delivered: at('delivered') ?? at('delivered, sooner than the trip can take'),
      completed: at('delivered and paid'),
      rated: at('rated'),
    },
    { opened: 5, published: 15, accepted: 30, collected: 60, delivered: 90, completed: 90, rated: 100 },
  )
})

test('sandbox: a refused capture leaves the job accepted until the customer pays a day later', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('capture_refused')
  await user.pass(3_600)
  const { body } = await user.read(jobId)
  assert.equal(body.status, 'accepted')
  const words = told((await user.job(jobId)).timeline)
  assert.ok(words.includes('system: capture refused'))
  assert.deepEqual(
    [words.includes('system: hold done'), words.includes('system: hold refused')],
    [true, false],
  )
  await user.pass(24 * 3_600)
  assert.equal((await user.read(jobId)).body.status, 'completed')
})

test('sandbox: a hold is renewed after six days, and refused where the story says so', async () => {
  const user = await sandboxUser(app)
  const renewed = await user.begin('hold_renewed')
  const refused = await user.begin('renewal_refused')
  await user.pass(6 * 24 * 3_600 + 60)
  const words = async (jobId: string) => told((await user.job(jobId)).timeline)
  const isMoney = (each: string) => /hold (done|renewed|refused)/.test(each)
  assert.deepEqual((await words(renewed)).filter(isMoney), [
    'system: hold done',
    'system: hold renewed',
    'system: release of the old hold done',
  ])
  assert.ok((await words(refused)).includes('system: renewal of the hold refused'))
})

test('sandbox: the story of a job is known after its personal data was removed, and is over', async () => {
  const user = await sandboxUser(app)
  const [delivered, over] = [await user.begin('happy'), await user.begin('cancelled_free')]
  await user.pass(95)
  await removeJobData(app.db.kysely, [delivered, over])
  const shown = async (jobId: string) => {
    const { story, moves, next } = await user.job(jobId)
    return { story, moves, next }
  }
  assert.deepEqual(await shown(delivered), { story: 'happy', moves: [], next: null })
  assert.deepEqual(await shown(over), { story: 'cancelled_free', moves: [], next: null })
  assert.deepEqual(await playToEnd(user), [])
})

test('sandbox: the same seed and the same calls give the same timeline', async () => {
  const timelineOf = async () => {
    const user = await sandboxUser(app)
    const jobId = await user.begin('happy', 'same')
    await user.pass(7_200)
    const { timeline } = await user.job(jobId)
    return timeline.map(({ after_seconds, actor, what, status }) => ({ after_seconds, actor, what, status }))
  }
  assert.deepEqual(await timelineOf(), await timelineOf())
})

test('sandbox: the books of play money agree after every story', async () => {
  assert.deepEqual(await ledgerImbalance(app.db.kysely), [])
})

test('sandbox: each step of a timeline has the status that the job had then', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await playToEnd(user)
  const { timeline } = await user.job(jobId)
  const statusAt = (words: string) => timeline.find(({ what }) => what === words)?.status
  assert.deepEqual(
    ['opened the link', 'draft text sent', 'signed in', 'hold done', 'capture done'].map(statusAt),
    ['draft', 'draft', 'draft', 'posted', 'completed'],
  )
  const order = ['draft', 'posted', 'accepted', 'completed']
  const places = timeline.map(({ status }) => order.indexOf(status ?? ''))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    'no status comes before its time',
  )
})

test('sandbox: an act that a move by hand has made impossible is left out, and the other stories go on', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('cancelled_with_fee')
  await user.pass(40)
  await user.move(jobId, 'collect')
  const other = await user.begin('happy')
  await user.pass(24 * 3_600)
  const { status, next, moves } = await user.job(jobId)
  assert.deepEqual([status, next, moves], ['accepted', null, ['drive', 'deliver']])
  assert.equal((await user.read(other)).body.status, 'completed')
  const { rows } = await app.db.pool.query<{ act: string | null; isOver: boolean }>(
    'select next_act as act, next_at is null as "isOver" from sandbox_story where job_id = $1',
    [jobId],
  )
  assert.deepEqual(rows, [{ act: null, isOver: false }], 'it waits for the partner')
})
