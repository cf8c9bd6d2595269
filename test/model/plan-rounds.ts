import type { JobAct } from './acts.ts'
import { carriers, type Dice, type PlannedCall } from './dice.ts'
import { anyWindowAct, planWindows } from './plan-windows.ts'

type Round = PlannedCall<JobAct>[]

/**
 * The life of one job, in rounds of concurrent calls. Most rounds bring it a step further; in some, people and the
 * operator want different things at the same time, or do what does not fit its state.
 */
export function planRounds(
  dice: Dice,
  { isRepeatable, mayGiveBack }: { isRepeatable: boolean; mayGiveBack: boolean },
): Round[] {
  const end = mayGiveBack ? [...collect(dice), ...givingBack(dice)] : collect(dice)
  const rounds = [create(dice, isRepeatable), open(dice), publish(dice), accept(dice)]
  rounds.push(...planWindows(dice), end, deliver(dice))
  return rounds.flatMap((round) => (dice.chance(20) ? [round, anyActs(dice)] : [round]))
}

/** Repeated only with a key or a reference: else each call makes a job. */
function create({ below, call }: Dice, isRepeatable: boolean): Round {
  const count = isRepeatable ? 1 + below(3) : 1
  return Array.from({ length: count }, () => call({ do: 'create' }))
}

const open = (dice: Dice): Round => [
  dice.call({ do: 'open' }),
  ...some(dice, 30, [{ do: 'open' }, { do: 'notes', text: noteOf(dice) }, { do: 'read' }]),
]

function publish(dice: Dice): Round {
  const { chance, call } = dice
  const acts: JobAct[] = [{ do: 'publish', payment: 0 }]
  if (chance(35)) acts.push({ do: 'publish', payment: 0 })
  if (chance(30)) acts.push({ do: 'publish', payment: 1 })
  return [
    ...acts.map((act) => call(act)),
    ...some(dice, 7, [{ do: 'withdraw' }, { do: 'cancel' }]),
    ...some(dice, 40, [{ do: 'wish' }]),
    ...some(dice, 25, [{ do: 'notes', text: noteOf(dice) }, { do: 'readMine' }, { do: 'read' }]),
  ]
}

const accept = (dice: Dice): Round => [
  ...each(dice, 75, (carrier) => ({ do: 'accept', carrier })),
  ...each(dice, 25, (carrier) => ({ do: 'accept', carrier })),
  ...some(dice, 7, [
    { do: 'cancel' },
    { do: 'cancelByStaff' },
    { do: 'publish', payment: 1 },
    { do: 'wish' },
  ]),
  ...some(dice, 20, [{ do: 'notes', text: noteOf(dice) }, { do: 'read' }]),
]

const collect = (dice: Dice): Round => [
  ...each(dice, 70, (carrier) => ({ do: 'collect', carrier })),
  ...some(dice, 7, [{ do: 'cancel' }, { do: 'cancelByStaff' }, { do: 'notes', text: noteOf(dice) }]),
]

const givingBack = (dice: Dice): Round => each(dice, 20, (carrier) => ({ do: 'giveBack', carrier }))

const deliver = (dice: Dice): Round => [
  ...each(dice, 80, (carrier) => ({ do: 'deliver', carrier })),
  ...each(dice, 30, (carrier) => ({ do: 'deliver', carrier })),
  ...some(dice, 7, [{ do: 'cancel' }, { do: 'cancelByStaff' }]),
  ...some(dice, 25, [{ do: 'readMine' }, { do: 'read' }]),
]

function anyActs(dice: Dice): Round {
  const { below, pick, call } = dice
  const anyAct = (): JobAct => {
    const act = pick([
      'publish',
      'accept',
      'collect',
      'deliver',
      'cancel',
      'notes',
      'readTheirs',
      'read',
      'meet',
    ] as const)
    if (act === 'meet') return anyWindowAct(dice)
    const carrier = below(carriers)
    if (act === 'publish') return { do: act, payment: below(2) }
    if (act === 'notes') return { do: act, text: noteOf(dice) }
    return act === 'cancel' || act === 'read' ? { do: act } : { do: act, carrier }
  }
  return Array.from({ length: 1 + below(3) }, () => call(anyAct()))
}

const some = ({ chance, call }: Dice, percent: number, acts: JobAct[]): Round =>
  acts.filter(() => chance(percent)).map((act) => call(act))

const each = (dice: Dice, percent: number, actOf: (carrier: number) => JobAct): Round =>
  some(
    dice,
    percent,
    Array.from({ length: carriers }, (_, carrier) => actOf(carrier)),
  )

const noteOf = ({ below }: Dice): string => `Ring ${1 + below(1_000)} times`
