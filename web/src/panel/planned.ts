import { storeLeftBehind } from './left-behind.ts'

/** An act that is sent when its time to undo it is over. */
export type Planned = {
  /** What it is about, such as a member: while an act on it is planned, a second one is not offered. */
  subject: string
  /** “Ana will be removed”. */
  text: string
  send: (options: { keepalive: boolean }) => Promise<unknown>
  /** Callback with the error of a refused act, and after one that was sent or undone. */
  onEnded: (outcome: { error?: unknown; isUndone?: boolean }) => void
}

export type Pending = Planned & { dueAt: number }

export const secondsToUndo = 10

/** Sends the act in ten seconds, or at once when the page is left; until then it can be undone. */
export function plan(planned: Planned): void {
  const pending = { ...planned, dueAt: Date.now() + secondsToUndo * 1_000 }
  set([...all, pending])
  setTimeout(() => void sendNow(pending), secondsToUndo * 1_000)
}

/** Remembers the act while its fresh proof is awaited: until then it is not planned, and leaving the page ends it. */
export async function awaitingProof(text: string, proof: Promise<void>): Promise<void> {
  const act = { text }
  unproved.add(act)
  try {
    await proof
  } finally {
    unproved.delete(act)
  }
}

export function undo(pending: Pending): void {
  if (take(pending)) pending.onEnded({ isUndone: true })
}

/** Sends every planned act at once, such as before signing out. */
export async function sendPlanned(options = { keepalive: false }): Promise<void> {
  await Promise.all(all.map((pending) => sendNow(pending, options)))
}

async function sendNow(pending: Pending, options = { keepalive: false }): Promise<void> {
  if (!take(pending)) return
  await pending.send(options).then(
    () => pending.onEnded({}),
    (error: unknown) => pending.onEnded({ error }),
  )
}

/** @returns false if the act was sent or undone before. */
function take(pending: Pending): boolean {
  if (!all.includes(pending)) return false
  set(all.filter((each) => each !== pending))
  return true
}

/** For `useSyncExternalStore`. */
export const allPlanned = (): Pending[] => all

export function onPlanned(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

let all: Pending[] = []
const unproved = new Set<{ text: string }>()
const listeners = new Set<() => void>()

function set(next: Pending[]): void {
  all = next
  for (const changed of listeners) changed()
}

// The browser asks before it leaves a page with an act that would not be sent.
addEventListener('beforeunload', (event) => {
  if (unproved.size > 0) event.preventDefault()
})

addEventListener('pagehide', () => {
  storeLeftBehind([
    ...all.map(({ text }) => ({ text, isSent: true })),
    ...[...unproved].map(({ text }) => ({ text, isSent: false })),
  ])
  void sendPlanned({ keepalive: true })
})
