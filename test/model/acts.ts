/** One member for each name, by which the compiler tells the acts apart. */
type Named<Name extends string, More = unknown> = Name extends string ? { do: Name } & More : never

export type OperatorAct = Named<'withdraw' | 'cancelByStaff'>

/** The customer, or the number of a carrier. */
export type Party = 'customer' | number

export type SentAct =
  | Named<'create' | 'read' | 'open' | 'readMine' | 'cancel' | 'wish'>
  | Named<'notes', { text: string }>
  /** `payment`: the number of the attempt to pay. */
  | Named<'publish', { payment: number }>
  | Named<'accept' | 'collect' | 'deliver' | 'giveBack' | 'readTheirs', { carrier: number }>
  /** `window`, `seen`: numbers of windows of the order; `seen` is the one that the person saw last. */
  | Named<'propose', { window: number; seen: number | null; by: Party }>
  | Named<'agree', { window: number; by: Party }>

/** What a client, or the operator, does to the job of an order. */
export type JobAct = SentAct | OperatorAct

/** What is done with the key whose limit is watched. `value` numbers the values of the key; the first is 0. */
export type KeyAct =
  | Named<'use', { value: number }>
  | Named<'limit', { limit: number }>
  | Named<'regenerate' | 'revoke'>

export type NodeName = 'left' | 'right'

/**
 * How a client loses a call. `request`: the connection ends in the middle of the request; `answer`: after the request,
 * and the client does not wait; `late`: when the first byte of the response arrives, which the client does not read.
 */
export type Loss = 'request' | 'answer' | 'late'

export type Fault =
  | { kind: 'kill'; node: NodeName | 'worker' }
  | { kind: 'freeze'; node: NodeName | 'worker'; forMs: number }
  /** Ends every connection of Dray to PostgreSQL. */
  | { kind: 'cut database' }
  /** A process, or all of them, is frozen for longer than every lease, like a machine that is suspended. */
  | { kind: 'sleep'; node: NodeName | 'worker' | 'all'; forMs: number }
