import { sql } from 'kysely'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { isUnfinished } from '../db/leased-rows.ts'
import type { EventsCheck, Processor } from '../payments/processor.ts'
import { connectProcessors, connectWebhook, missingForFields } from '../start/connect-payments.ts'
import type { CheckName, Remedy } from '../texts/coded.ts'
import { attempt, type Check, ok, warn } from './check.ts'
import { isLoopback } from './reach.ts'

/** Checks that the processor accepts our requests; moves no money. Returns no checks without a database. */
export async function checkPayments(config: Config, database: Database | null): Promise<Check[]> {
  if (!database) return []
  return [
    await checkProcessor(config, database),
    ...checkCardFields(config),
    ...(await checkEvents(config, database)),
    ...(await checkLeftBehind(config, database)),
  ]
}

/** Checks that the processor responds, and whether it moves real money. */
export function checkProcessor(config: Config, database: Database): Promise<Check> {
  const name: CheckName = ['payments', config.paymentProcessor.name]
  return attempt({ name, remedy: ['setProcessor'] }, async () => {
    const { live, sandbox } = await connectProcessors(config, database)
    const trouble = await live.probe()
    if (trouble !== null) return warn(name, ['refusesCalls'], trouble)
    if (!live.movesRealMoney) {
      if (isLoopback(config.baseUrl)) return ok(name, ['testCards'])
      return warn(name, ['noRealMoney'], live === sandbox ? ['realProcessor'] : ['liveKey'])
    }
    if (connectWebhook(config)) return ok(name, ['realMoney'])
    return warn(name, ['noEvents'], ['postEvents', stepsOf(live)])
  })
}

/** Warns if customers are sent to a page of the processor only because a setting is missing. */
function checkCardFields(config: Config): Check[] {
  const missing = missingForFields(config)
  const name: CheckName = ['cardFields', config.paymentProcessor.name]
  return missing === null ? [] : [warn(name, ['noCardFields', missing], ['setCardFields', missing])]
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
  const name: CheckName = ['paymentEvents', live.name]
  const steps = stepsOf(live)
  const remedy: Remedy = ['correctEndpoint', url, steps]
  const look = live.checkEvents
  return [
    await attempt({ name, remedy }, async () => judgeEvents(await look(url), { name, url, remedy, steps })),
  ]
}

function judgeEvents(
  found: EventsCheck,
  { name, url, remedy, steps }: { name: CheckName; url: string; remedy: Remedy; steps: string },
): Check {
  const { outcome } = found
  if (outcome === 'complete') return ok(name, ['eventsComplete', url])
  if (outcome === 'missing') return warn(name, ['endpointMissing', url], ['makeEndpoint', steps])
  if (outcome === 'disabled') return warn(name, ['endpointDisabled', url], ['enableEndpoint'])
  if (outcome === 'lacking') return warn(name, ['endpointLacks', url, found.events], remedy)
  return warn(name, ['endpointsUnreadable', found.reason], ['letKeyRead', steps])
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
    warn(['payments', processor], ['leftBehind', count], ['connectProcessor', processor]),
  )
}

const isOpen = sql<boolean>`(
  payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
  or exists (select from payment_effect e where e.payment_id = payment.id and ${isUnfinished('e.status')}))`
