import type { Fault, JobAct, KeyAct, Loss, NodeName } from './acts.ts'
import type { Plan } from './plan.ts'

/**
 * What the caller knows. `refused`: an error of the contract; `unknown`: no response, or a 503, which may follow a
 * commit.
 */
export type Outcome =
  | { is: 'acknowledged'; status: number; body: unknown }
  | { is: 'refused'; error: string; jobId?: string | null }
  | { is: 'unknown'; why: string }

/** A call as the caller saw it, in milliseconds since the start of the history. */
export type Call = {
  number: number
  /** The order of a `JobAct`; null for a `KeyAct`. */
  order: number | null
  act: JobAct | KeyAct
  node: NodeName | 'operator'
  loss: Loss | null
  startMs: number
  endMs: number
  outcome: Outcome
}

export type SeenFault = { fault: Fault; startMs: number; endMs: number }

/** What the model judges: the calls of a history, and the rows and books after the recovery. */
export type Evidence = {
  plan: Plan
  calls: Call[]
  faults: SeenFault[]
  orders: OrderEvidence[]
  /** Responses that are not in the contract, and differences between the books. */
  breaches: string[]
  limitIs: LimitIs
  /** How long the background took to finish. */
  recoveryMs: number
}

/**
 * How the nodes counted the calls of a key: together (`exact`), also alone while one of them had lost Redis
 * (`bounded`), or each for itself, because there is no Redis.
 */
export type LimitIs = 'exact' | 'bounded' | 'apart'

export type OrderEvidence = {
  /** The job on which people acted; null if they never heard of one. */
  jobId: string | null
  /** The windows of the order by their numbers. */
  windows: { id: string; endsMs: number }[]
  /** The jobs with the customer's number. */
  jobs: StoredJob[]
  /** The authorisations at the processor that held money at some time. */
  holds: Hold[]
  /** When the provider of SMS took each text with a link, in milliseconds since the start. */
  textsMs: number[]
  /** The provider lost a response about a text, or the lease of a text ended without a response. */
  lostText: boolean
}

export type StoredJob = {
  id: string
  status: string
  title: string
  size: string
  totalCents: number
  carrierCents: number
  photos: number
  textStatus: string
  /** The time of the collection in the rows. */
  time: StoredTime
  /** Its carrier gave it back, and it goes on as another job, with its hold and photos (decision 65). */
  goesOn: boolean
}

export type StoredTime = {
  isBeforeCollection: boolean
  /** When the agreed window ends, in the row of the job; null without one. */
  endsAtMs: number | null
  windows: { id: string; status: string; wasAgreed: boolean }[]
  /** How often each side was reminded a day and an hour before. */
  reminders: { by: string; kind: string; count: number }[]
}

/** `jobId` is null when the payment belongs to no job any longer. */
export type Hold = {
  jobId: string | null
  status: string
  amountCents: number
  capturedCents: number
  /** What the processor transferred from it to a carrier. */
  transfersCents: number[]
}
