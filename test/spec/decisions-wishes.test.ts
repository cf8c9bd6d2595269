import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, readFeed, readFeedJob } from '#contract/app/carrier.ts'
import { maxDaysAhead } from '#contract/app/time.ts'
import { saveWishes } from '#contract/app/windows.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { pushPayload } from '../../server/push/messages.ts'
import { noticeSms } from '../../server/sms/messages.ts'
import { segments } from '../../server/sms/segments.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { wished } from '../support/window-deals.ts'
import { inDays } from '../support/window-times.ts'

/* The customer may say when it suits (decision 69). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { pool } = market.app.db

test('decision 69: up to three wishes before publishing, in the time of the pickup, replaced as a whole', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  const params = { job_id }
  const wishes = [
    { day: inDays(2), part: 'morning' as const },
    { day: inDays(1), part: 'evening' as const },
  ]
  const { time } = await wished({ customer, params }, wishes)
  assert.deepEqual(
    time.wishes.map(({ day, part }) => ({ day, part })),
    wishes,
  )
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone: time.time_zone, timeStyle: 'short' })
  const shown = time.wishes.map(
    (wish) => `${hours.format(Date.parse(wish.starts_at))} ${hours.format(Date.parse(wish.ends_at))}`,
  )
  assert.deepEqual(shown, ['08:00 13:00', '18:00 21:00'])
  await wished({ customer, params }, wishes)
  const { rows } = await pool.query(
    `select count(*)::int as n from job_event where job_id = $1 and reason = 'wishes saved'`,
    [job_id],
  )
  assert.equal(rows[0]?.n, 1, 'a repeated request changes nothing')
  assert.deepEqual((await wished({ customer, params }, [])).time.wishes, [])
})

test('decision 69: wishes on the Canary Islands are in their time', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  await pool.query(
    `update job set pickup = pickup || '{"provinceCode": "35", "postcode": "35001"}' where id = $1`,
    [job_id],
  )
  const { time } = await wished({ customer, params: { job_id } }, [{ day: inDays(3), part: 'morning' }])
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone: 'Atlantic/Canary', timeStyle: 'short' })
  assert.deepEqual(
    [time.time_zone, hours.format(Date.parse(time.wishes[0]?.starts_at ?? ''))],
    ['Atlantic/Canary', '08:00'],
  )
})

test('decision 69: these wishes are refused: a fourth, the same twice, a day that is over, too far or not in the calendar', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  const status = async (...days: string[]) => {
    const wishes = days.map((day) => ({ day, part: 'evening' as const }))
    return (await customer.call(saveWishes, { params: { job_id }, body: { wishes } })).status
  }
  assert.equal(await status(inDays(1), inDays(2), inDays(3), inDays(4)), 400)
  assert.equal(await status(inDays(1), inDays(1)), 400)
  assert.equal(await status(inDays(-1)), 400)
  assert.equal(await status(inDays(maxDaysAhead + 1)), 400)
  assert.equal(await status('2027-02-30'), 400)
  assert.equal(await status(inDays(maxDaysAhead)), 200)
})

test('decision 69: after the acceptance the wishes stay as the carrier saw them', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  await wished({ customer, params }, [{ day: inDays(2), part: 'morning' }])
  await (await market.carrier()).ok(acceptJob, { params })
  const body = { wishes: [{ day: inDays(3), part: 'morning' as const }] }
  assert.equal((await customer.call(saveWishes, { params, body })).status, 409)
})

test('decision 69: the feed shows wishes that are not over, and filters by day; a job without one suits every day', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const posted = async (day?: string) => {
    const { job_id } = await market.posted(customer)
    if (day) await wished({ customer, params: { job_id } }, [{ day, part: 'morning' }])
    return job_id
  }
  const [soon, later, any, over] = [
    await posted(inDays(1)),
    await posted(inDays(5)),
    await posted(),
    await posted(inDays(1)),
  ]
  await pool.query(
    `update job_wish set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where job_id = $1`,
    [over],
  )
  const found = async (day?: string) => idsFor(carrier, day)
  assert.deepEqual(await found(), new Set([soon, later, any, over]))
  assert.deepEqual(await found(inDays(1)), new Set([soon, any, over]))
  assert.deepEqual(await found(inDays(5)), new Set([later, any, over]))
  assert.deepEqual(await found(inDays(9)), new Set([any, over]))
  const offer = await carrier.ok(readFeedJob, { params: { job_id: soon } })
  assert.deepEqual([offer.time_zone, offer.wishes.map(({ day }) => day)], ['Europe/Madrid', [inDays(1)]])
  assert.deepEqual((await carrier.ok(readFeedJob, { params: { job_id: over } })).wishes, [])
})

async function idsFor(carrier: Person, day?: string): Promise<Set<string>> {
  const { jobs } = await carrier.ok(readFeed, { query: day ? { day } : {} })
  return new Set(jobs.map(({ job_id }) => job_id))
}

test('decision 69: a push or text says the window in the time of the pickup, in two segments, in each language', () => {
  const kinds = ['time_proposed', 'time_agreed', 'time_moved', 'time_in_a_day', 'time_in_an_hour'] as const
  const window = { startsAt: '2026-12-03T10:00:00+00:00', endsAt: '2026-12-03T12:00:00+00:00' }
  const place = { countryCode: 'es', provinceCode: '28', postcode: '28013' }
  const about = { pickup: 'Madrid', dropoff: 'Toledo', earnsCents: 1, chargedCents: 0, hoursLeft: 1 }
  const job = {
    ...about,
    id: newId(),
    title: 'Sofá de tres plazas y mesa',
    carrierName: null,
    toCarrier: true,
  }
  for (const language of personLanguages)
    for (const kind of kinds) {
      const said = pushPayload({ kind, language, job: { ...job, window: { ...window, place } } })
      assert.match(said.title, /\b0?3\b.*\b11:00-13:00( Uhr)?$/)
      const canary = { ...place, provinceCode: '35' }
      const { title, body, url } = pushPayload({
        kind,
        language,
        job: { ...job, window: { ...window, place: canary } },
      })
      assert.match(title, /10:00-12:00( Uhr)? \(.*[ck]an[aàá]r.*\)$/i)
      const link = `https://pedidos.mudanzas-de-la-ribera.example${url}`
      const text = noticeSms({
        serviceName: 'Mudanzas',
        title,
        body,
        link,
        language,
        plainLetters: personLanguages,
      })
      assert.ok(segments(text) <= 2, text)
      assert.ok(text.includes('10:00-12:00'), text)
    }
})
