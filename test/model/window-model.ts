import { maxProposals } from '#contract/app/time.ts'

export type Side = 'customer' | 'carrier'

/** A window, by its number in the order. `wasAgreed` stays when another one is agreed. */
type Window = { number: number; by: Side; status: 'proposed' | 'replaced' | 'agreed'; wasAgreed: boolean }

/** The time of the collection as decision 69 describes it: the windows with the present carrier, oldest first. */
export type Times = { hasWishes: boolean; windows: readonly Window[] }

export const noTimes: Times = { hasWishes: false, windows: [] }

/** The windows with smaller numbers are within the wishes of their order. */
export const wishedWindows = 3

/** `seen`: the window that the person saw. `isOpen`: the job is accepted and not collected. */
export type Proposal = { window: number; seen: number | null; by: Side; isOpen: boolean; isLate?: boolean }

type Met = { next: Times; errors?: undefined } | { next?: undefined; errors: readonly string[] }

const refused: Met = { errors: ['wrong_state'] }

const isProposed = ({ status }: Window) => status === 'proposed'
const isAgreed = ({ status }: Window) => status === 'agreed'

export const agreedIn = ({ windows }: Times): number | null => windows.find(isAgreed)?.number ?? null
export const proposedIn = ({ windows }: Times): number | null => windows.find(isProposed)?.number ?? null

/** How many proposals a side has left: three between two agreements. */
export function proposalsLeft({ windows }: Times, side: Side): number {
  const since = windows.slice(windows.findIndex(isAgreed) + 1)
  return Math.max(0, maxProposals - since.filter(({ by }) => by === side).length)
}

/**
 * Proposing, answering with another window, and moving are one act: it takes the place of the open proposal. The
 * carrier takes a wish until the customer has proposed a time, and until the deadline.
 */
export function propose(times: Times, { window: number, seen, by, isOpen, isLate = false }: Proposal): Met {
  const known = times.windows.find((window) => window.number === number)
  if (known) return known.by === by ? { next: times } : refused
  const agreed = agreedIn(times)
  if (!isOpen || (proposedIn(times) ?? agreed) !== seen || proposalsLeft(times, by) === 0) return refused
  const isWished = times.hasWishes && number < wishedWindows && by === 'carrier' && !isLate
  const isTaken = isWished && agreed === null && times.windows.every((window) => window.by === 'carrier')
  const windows = times.windows.map(
    (window): Window => (isProposed(window) ? { ...window, status: 'replaced' } : window),
  )
  const status = isTaken ? 'agreed' : 'proposed'
  return { next: { ...times, windows: [...windows, { number, by, status, wasAgreed: isTaken }] } }
}

/** The side that was asked agrees to the window; a repeated agreement changes nothing. */
export function agree(times: Times, { window: number, by, isOpen }: Omit<Proposal, 'seen'>): Met {
  const window = times.windows.find((each) => each.number === number)
  if (!window || window.by === by) return { errors: ['not_found'] }
  if (window.wasAgreed) return { next: times }
  if (!isOpen || !isProposed(window)) return refused
  const windows = times.windows.map((each): Window => {
    if (each.number === number) return { ...each, status: 'agreed', wasAgreed: true }
    return isAgreed(each) ? { ...each, status: 'replaced' } : each
  })
  return { next: { ...times, windows } }
}
