import { sql } from 'kysely'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { isUnfinished } from '../db/leased-rows.ts'
import type { EventsCheck, Processor } from '../payments/processor.ts'
import { connectProcessors, connectWebhook } from '../start/connect-payments.ts'
import { attempt, type Check, ok, warn } from './check.ts'
import { isLoopback } from './is-loopback.ts'

/** Checks that the processor accepts our requests; moves no money. Returns no checks without a database. */
export async function checkPayments(config: Config, database: Database | null): Promise<Check[]> {
  if (!database) return []
  return [
    await checkProcessor(config, database),
    ...(await checkEvents(config, database)),
    ...(await checkLeftBehind(config, database)),
  ]
}

/** Checks that the processor answers, and whether it moves real money. */
export function checkProcessor(config: Config, database: Database): Promise<Check> {
  const name = `payments ${config.paymentProcessor.name}`
  return attempt({ name, remedy: 'Set what the processor needs' }, async () => {
    const { live, sandbox } = await connectProcessors(config, database)
    const trouble = await live.probe()
    if (trouble !== null) return warn(name, 'does not take our calls', trouble)
    if (!live.movesRealMoney) {
      if (isLoopback(config.baseUrl)) return ok(name, 'no real money moves: cards are test cards')
      const remedy =
        live === sandbox ? 'Set PAYMENT_PROCESSOR to one that takes real cards' : 'Give it a live key'
      return warn(name, 'no real money moves', remedy)
    }
    if (connectWebhook(config)) return ok(name, 'answers; real money moves')
    return warn(
      name,
      'answers, and real money moves, but it posts no news here',
      `Let it post its events to this Dray, as ${stepsOf(live)} says: without them news waits for people to come back`,
    )
  })
}

/** The page with the steps in the dashboard of the processor. */
const stepsOf = ({ name }: Processor): string => `server/payments/providers/${name}/README.md`

/** Checks that the webhook endpoint gets all events we handle. Skipped for a loopback address, which cannot get any. */
async function checkEvents(config: Config, database: Database): Promise<Check[]> {
  const webhook = connectWebhook(config)
  if (!webhook || isLoopback(config.baseUrl)) return []
  const { live } = await connectProcessors(config, database)
  if (!live.checkEvents) return []
  const url = `${config.baseUrl}/webhooks${webhook.path}`
  const name = `payments ${live.name} events`
  const steps = stepsOf(live)
  const remedy = `Correct the endpoint ${url} in the dashboard of the processor, as ${steps} says`
  const look = live.checkEvents
  return [
    await attempt({ name, remedy }, async () => judgeEvents(await look(url), { name, url, remedy, steps })),
  ]
}

function judgeEvents(
  found: EventsCheck,
  { name, url, remedy, steps }: { name: string; url: string; remedy: string; steps: string },
): Check {
  const { outcome } = found
  if (outcome === 'complete') return ok(name, `every event Dray handles is posted to ${url}`)
  if (outcome === 'missing')
    return warn(name, `there is no webhook endpoint ${url}`, `Make it, as ${steps} says`)
  if (outcome === 'disabled')
    return warn(
      name,
      `the webhook endpoint ${url} is disabled`,
      'Enable it in the dashboard of the processor',
    )
  if (outcome === 'lacking')
    return warn(name, `the webhook endpoint ${url} does not send ${found.events.join(', ')}`, remedy)
  return warn(
    name,
    `the webhook endpoints cannot be read (${found.reason})`,
    `Allow the restricted key to read webhook endpoints, or compare them by hand with ${steps}`,
  )
}

/** Warns about open payments of a previous processor: they cannot be captured, refunded or paid out without it. */
async function checkLeftBehind({ paymentProcessor }: Config, { kysely }: Database): Promise<Check[]> {
  const open = await kysely
    .selectFrom('payment')
    .select(['processor', ({ fn }) => fn.countAll<number>().as('count')])
    .where('processor', 'not in', [paymentProcessor.name, 'sandbox'])
    .where(isOpen)
    .groupBy('processor')
    .orderBy('processor')
    .execute()
  return open.map(({ processor, count }) =>
    warn(
      `payments ${processor}`,
      `open payments: ${count}, but it is not connected`,
      `Set PAYMENT_PROCESSOR=${processor} until they are done`,
    ),
  )
}

const isOpen = sql<boolean>`(
  payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
  or exists (select from payment_effect e where e.payment_id = payment.id and ${isUnfinished('e.status')}))`
