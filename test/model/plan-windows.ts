import type { JobAct } from './acts.ts'
import { carriers, type Dice, type PlannedCall } from './dice.ts'

type Round = PlannedCall<JobAct>[]

/** How many windows an order has. */
export const plannedWindows = 7

/**
 * Customer and carrier agree on a time and move it (decision 69). Some propose at the same time, replace their own
 * proposal, agree to one that was replaced, or repeat an agreement. The plan does not know which carrier has the job.
 */
export function planWindows(dice: Dice): Round[] {
  if (!dice.chance(60)) return []
  const { propose, agree, read } = actsOf(dice)
  return [
    [...propose.carrier(60, 0, null), ...propose.customer(30, 3, null), ...propose.carrier(10, 4, null)],
    [
      ...agree.customer(70, 0),
      ...propose.customer(25, 5, 0),
      ...agree.carrier(40, 3),
      ...propose.carrier(15, 1, 0),
      ...read(30),
    ],
    [
      ...propose.customer(60, 6, 0),
      ...propose.carrier(25, 2, 0),
      ...agree.carrier(25, 5),
      ...agree.customer(20, 1),
      ...read(30),
    ],
    [...agree.carrier(60, 6), ...agree.customer(40, 2), ...agree.customer(20, 0), ...read(60)],
  ]
}

/** Any window, also one that was never proposed. */
export function anyWindowAct({ below, chance }: Dice): JobAct {
  const by = chance(40) ? 'customer' : below(carriers)
  const window = below(plannedWindows)
  return chance(50)
    ? { do: 'agree', window, by }
    : { do: 'propose', window, seen: chance(50) ? null : below(plannedWindows), by }
}

/** Each act happens with this chance, that of a carrier for each of them. */
function actsOf({ chance, call }: Dice) {
  const all = Array.from({ length: carriers }, (_, carrier) => carrier)
  const some = <By>(people: readonly By[], percent: number, actOf: (by: By) => JobAct): Round =>
    people.filter(() => chance(percent)).map((by) => call(actOf(by)))
  const customer = ['customer'] as const
  return {
    propose: {
      customer: (percent: number, window: number, seen: number | null) =>
        some(customer, percent, (by) => ({ do: 'propose', window, seen, by })),
      carrier: (percent: number, window: number, seen: number | null) =>
        some(all, percent, (by) => ({ do: 'propose', window, seen, by })),
    },
    read: (percent: number): Round => [
      ...some(customer, percent, () => ({ do: 'readMine' })),
      ...some(all, percent / 2, (carrier) => ({ do: 'readTheirs', carrier })),
    ],
    agree: {
      customer: (percent: number, window: number) =>
        some(customer, percent, (by) => ({ do: 'agree', window, by })),
      carrier: (percent: number, window: number) => some(all, percent, (by) => ({ do: 'agree', window, by })),
    },
  }
}
