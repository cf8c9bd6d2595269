import type { ProviderKind } from '#contract/vocabulary.ts'

/** One request to a provider. `cause` is the error, in the operator's words and without personal data. */
export type ProviderCall = {
  kind: ProviderKind
  provider: string
  outcome: string
  cause?: string | undefined
  latencyMs: number
}

export type ProviderCount = {
  kind: ProviderKind
  provider: string
  outcome: string
  cause: string
  minuteMs: number
  calls: number
  msSum: number
  msMax: number
  lastMs: number
  lastAtMs: number
}

export type ProviderCalls = {
  note: (call: ProviderCall) => void
  take: () => ProviderCount[]
  giveBack: (counts: ProviderCount[]) => void
}

const maxEntries = 500
const maxCauseLength = 120

/**
 * Counts requests to providers in memory until the next flush. When it is full, it no longer counts errors separately.
 */
export function createProviderCalls(): ProviderCalls {
  let counts = new Map<string, ProviderCount>()

  function add(count: ProviderCount): void {
    const name = nameOf(count)
    const known = counts.get(name)
    if (known) return join(known, count)
    if (counts.size < maxEntries || count.cause === other) counts.set(name, count)
    else add({ ...count, cause: other })
  }

  return {
    note({ kind, provider, outcome, cause = '', latencyMs }) {
      const lastAtMs = Date.now()
      const minuteMs = lastAtMs - (lastAtMs % 60_000)
      const ms = Math.round(latencyMs)
      add({
        ...{ kind, provider, outcome, cause: storable(cause), minuteMs },
        ...{ calls: 1, msSum: ms, msMax: ms, lastMs: ms, lastAtMs },
      })
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    giveBack: (taken) => taken.forEach(add),
  }
}

/** PostgreSQL accepts neither NUL nor half a character; one refused row would block all others. */
const storable = (cause: string): string => cause.replaceAll('\0', '').slice(0, maxCauseLength).toWellFormed()

const other = 'other'

const nameOf = ({ kind, provider, outcome, cause, minuteMs }: ProviderCount): string =>
  JSON.stringify([kind, provider, outcome, cause, minuteMs])

function join(known: ProviderCount, { calls, msSum, msMax, lastMs, lastAtMs }: ProviderCount): void {
  known.calls += calls
  known.msSum += msSum
  known.msMax = Math.max(known.msMax, msMax)
  if (lastAtMs < known.lastAtMs) return
  known.lastAtMs = lastAtMs
  known.lastMs = lastMs
}
