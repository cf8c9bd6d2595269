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

/** `baseUrl`: where the outside reaches this Dray, no final slash. */
export type SmsProviderNeeds = { baseUrl: string }

/** What became of a text after the provider had accepted it. `error` holds no number. */
export type DeliveryReport = {
  messageId: string
  delivery: 'delivered' | 'undelivered' | 'failed'
  error: string | null
}

/** What a provider posted to `/webhooks/<provider>/<id of our row>`; `path` is that path with its query. */
export type PostedReport = { path: string; bytes: Buffer; header: (name: string) => string | undefined }

/** `unsigned`: not signed as it should be. Null: a report of a state that is not the end. */
export type DeliveryReader = (posted: PostedReport) => DeliveryReport | 'unsigned' | null

/** A file in `providers/`: the settings it reads from the environment, and how to connect with them. */
export type SmsProviderModule<Settings extends TObject = TObject> = {
  env: Settings
  /** What the schema cannot say, such as "one of these two". */
  faults?(settings: Static<Settings>): string[]
  /** @throws {Error} naming the variable at fault, never its value. */
  connect(settings: Static<Settings>, needs: SmsProviderNeeds): SmsProvider
  /** Reads what the provider posts about texts it has accepted; null when it cannot reach us. */
  delivery?(settings: Static<Settings>, needs: SmsProviderNeeds): DeliveryReader | null
}
