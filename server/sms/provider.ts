import type { Static, TObject } from 'typebox'

/** What a provider is given: `id` is our row's id, for providers that know idempotency keys. */
export type OutgoingSms = { id: string; to: string; body: string }

export type SmsProvider = {
  name: string
  /** False for the outbox: there the stored row is the delivery, and nothing leaves this machine. */
  delivers: boolean
  /**
   * Resolves only when the provider has accepted the text.
   *
   * @throws {ProviderError} `unknown` when it may have been accepted all the same. Its message never holds the number.
   */
  send: (sms: OutgoingSms, signal: AbortSignal) => Promise<{ messageId: string | null }>
}

/** A file in `providers/`: the settings it reads from the environment, and how to connect with them. */
export type SmsProviderModule<Settings extends TObject = TObject> = {
  env: Settings
  /** What the schema cannot say, such as "one of these two". */
  faults?(settings: Static<Settings>): string[]
  /** @throws {Error} naming the variable at fault, never its value. */
  connect(settings: Static<Settings>): SmsProvider
}
