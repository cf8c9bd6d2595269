import { acceptedDeal, collectedDeal, type Deal, earlyDelivery, stateOf } from './deals.ts'
import { noticesTo } from './job-records.ts'
import { runJson } from './json-command.ts'
import type { Market } from './market.ts'
import type { Person } from './person.ts'

/** Deals whose carrier can be paid, and what became of them (decision 20). */
export function deliveryScenes(market: Market) {
  const { app } = market
  const { live } = app.dray.payments.processors
  return {
    /** Makes the sandbox count as a processor of real money. */
    realMoney: () => Object.assign(live, { movesRealMoney: true }),
    playMoney: () => Object.assign(live, { movesRealMoney: false }),
    accepted: () => acceptedDeal(market, { canBePaid: true }),
    collected: () => collectedDeal(market, { canBePaid: true }),
    deliveredEarly: () => earlyDelivery(market),
    state: (deal: Deal) => stateOf(app, deal),
    notices: ({ accountId }: Person, { job_id }: Deal) => noticesTo(app, accountId, job_id),
    dray: (...args: string[]) => runJson(app, ...args),
  }
}
