import type { Call, Evidence, Hold, Outcome, StoredJob } from './history.ts'

/* Histories by hand, for the tests of the rules. */

export const acknowledged = (body: unknown = null): Outcome => ({ is: 'acknowledged', status: 200, body })
export const refused = (error: string, jobId: string | null = null): Outcome => ({
  is: 'refused',
  error,
  jobId,
})
export const unknown: Outcome = { is: 'unknown', why: 'ECONNRESET' }

export type Made = Pick<Call, 'act' | 'outcome'> & { at?: [number, number] }

/** Calls on the job of the first order, one after the other unless a call has its own times. */
export const callsOf = (made: Made[], order: number | null = 0): Call[] =>
  made.map(({ act, outcome, at: [startMs, endMs] = [0, 0] }, number) => ({
    ...{ number, order, act, outcome, node: 'left', loss: null },
    startMs: startMs || number * 10,
    endMs: endMs || number * 10 + 5,
  }))

export const job: StoredJob = {
  ...{ id: 'job-1', status: 'draft', title: 'Sofa 0', size: 'M', totalCents: 4_520, carrierCents: 3_930 },
  ...{ photos: 0, textStatus: 'sent' },
  time: { isBeforeCollection: false, endsAtMs: null, windows: [], reminders: [] },
  goesOn: false,
}
/** The windows of the order, one a day. */
export const windows = [2, 3, 4, 5, 6, 7, 8].map((days, number) => ({
  id: `window-${number}`,
  endsMs: days * 86_400_000,
}))
export const answer = { job_id: 'job-1', pricing: { total_customer_pays_eur: 45.2 } }
export const held: Hold = {
  jobId: 'job-1',
  status: 'held',
  amountCents: 4_520,
  capturedCents: 0,
  transfersCents: [],
}

const rounds: never[] = []
export const planned = {
  ...{ title: 'Sofa 0', size: 'M' as const, hasPhoto: false, hasIdempotencyKey: true, hasReference: false },
  ...{ cards: ['success' as const, 'success' as const], lostTexts: 0, rounds },
}

export type Changes = Partial<Evidence> & { jobs?: StoredJob[]; holds?: Hold[]; textsMs?: number[] }

export function evidence({ jobs = [job], holds = [], textsMs = [20], ...more }: Changes): Evidence {
  return {
    plan: { seed: 1, orders: [planned], key: null, faults: [] },
    calls: [],
    faults: [],
    orders: [{ jobId: 'job-1', windows, jobs, holds, textsMs, lostText: false }],
    breaches: [],
    limitIs: 'exact',
    recoveryMs: 0,
    ...more,
  }
}

export const accept = (carrier: number, outcome: Outcome, at?: [number, number]): Made => ({
  act: { do: 'accept', carrier },
  outcome,
  ...(at && { at }),
})
export const posting: Made[] = [
  { act: { do: 'open' }, outcome: acknowledged() },
  { act: { do: 'publish', payment: 0 }, outcome: acknowledged({ status: 'posted' }) },
]
export const posted = { jobs: [{ ...job, status: 'posted' }], holds: [held] }
export const accepted = { jobs: [{ ...job, status: 'accepted' }], holds: [held] }
