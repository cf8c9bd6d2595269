/** A request as it is sent, and what its response must have. */
export type PreparedRequest = {
  text: string
  status: number
  /** Text that must be in the body, such as the id of the job that was asked for. */
  expects: string
}

/** Requests to one server, which are sent in turn, from the first again after the last. */
export type Load = {
  name: string
  url: string
  requests: PreparedRequest[]
  /** Whether every response must have the three rate headers. */
  isLimited: boolean
}

/**
 * Each connection sends its next request after the response; with `perSecond`, not before it is due at this constant rate
 * of all connections.
 */
export type Pace = { connections: number; seconds: number; perSecond?: number }

export type Outcome = {
  seconds: number
  answered: number
  /** Answers with another status or body than expected, or without rate headers, and requests without an answer. */
  wrong: number
  /** The first wrong answers. */
  samples: string[]
  p50Ms: number
  p99Ms: number
  /** CPU time of the load generator itself. */
  cpuSeconds: number
}

/** What the load generator's process is told. */
export type Order = { prepare: Load } | { run: string; pace: Pace }
