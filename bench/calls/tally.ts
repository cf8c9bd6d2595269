import type { Outcome } from '../load/load.ts'

/** Counts over a whole run of the bench: a fast server with wrong responses must not pass. */
export type Tally = {
  add: (load: string, outcome: Pick<Outcome, 'answered' | 'wrong' | 'samples'>) => void
  /** Correct responses to a load. */
  answered: (load: string) => number
  addWindow: (admitted: number, refused: number) => void
  requests: () => number
  isRight: () => boolean
  report: () => string
}

export const windowLimit = 100

export function createTally(): Tally {
  const counts = { requests: 0, wrong: 0, windows: 0, over: 0, under: 0 }
  const samples = new Set<string>()
  const answers = new Map<string, number>()
  return {
    add(load, { answered, wrong, samples: more }) {
      answers.set(load, (answers.get(load) ?? 0) + answered)
      counts.requests += answered + wrong
      counts.wrong += wrong
      for (const sample of more) if (samples.size < 10) samples.add(sample)
    },
    addWindow(admitted, refused) {
      counts.requests += admitted + refused
      counts.windows++
      counts.over += Math.max(0, admitted - windowLimit)
      counts.under += Math.max(0, windowLimit - admitted)
    },
    answered: (load) => answers.get(load) ?? 0,
    requests: () => counts.requests,
    isRight: () => counts.wrong + counts.over + counts.under === 0,
    report: () =>
      [
        `${counts.wrong} wrong answers, ${counts.over} calls over the limit and ${counts.under} refused within it ` +
          `(${counts.windows} windows) in ${counts.requests.toLocaleString('en')} requests`,
        ...samples,
      ].join('\n'),
  }
}
