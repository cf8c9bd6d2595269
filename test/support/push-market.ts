import { readPushKey, subscribePush } from '#contract/app/live.ts'
import { runTasks } from './dray.ts'
import { type Market, openMarket } from './market.ts'
import type { Person } from './person.ts'
import { type PushService, startPushService } from './push-service.ts'
import { until } from './until.ts'

export type PushMarket = AsyncDisposable & {
  market: Market
  service: PushService
  /** Subscribes a device of the person. @returns its push endpoint. */
  device: (person: Person) => Promise<string>
  /** Waits until every notice is processed. */
  allNoticesSent: () => Promise<void>
}

/** A market whose pushes go to a push service of the test, with the background tasks running. */
export async function openPushMarket(): Promise<PushMarket> {
  const service = await startPushService()
  const market = await openMarket(service.env)
  service.expectKey((await (await market.person()).ok(readPushKey)).key)
  const tasks = runTasks(market.app)
  return {
    market,
    service,
    async device(person) {
      const subscription = service.subscription()
      await person.ok(subscribePush, { body: subscription })
      return subscription.endpoint
    },
    allNoticesSent: () =>
      until('every notice is told', async () => {
        const { rowCount } = await market.app.db.pool.query('select from notice where told_at is null')
        return rowCount === 0
      }),
    async [Symbol.asyncDispose]() {
      await tasks[Symbol.asyncDispose]()
      await market[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}
