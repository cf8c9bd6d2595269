import type { Static, TObject } from 'typebox'

/** An SMS as passed to a provider. `id` is the id of our row, for providers with idempotency keys. */
export type OutgoingSms = { id: string; to: string; body: string }

export type SmsProvider = {
  name: string
  /** False for the outbox: the stored row is the delivery, without a request to a provider. */
  delivers: boolean
  /**
   * Resolves only when the provider has accepted the SMS.
   *
   * @throws {ProviderError} `unknown` when it may have been accepted. The message never contains the number.
   */
  send: (sms: OutgoingSms, signal: AbortSignal) => Promise<{ messageId: string | null }>
}

/** `baseUrl`: public URL of this installation, without a final slash. */
export type SmsProviderNeeds = { baseUrl: string }

/** The result of an SMS after the provider had accepted it. `error` does not contain the number. */
export type DeliveryReport = {
  messageId: string
  delivery: 'delivered' | 'undelivered' | 'failed'
  error: string | null
}

/** A provider's request to `/webhooks/<provider>/<id of our row>`; `path` is that path with its query. */
export type PostedReport = { path: string; bytes: Buffer; header: (name: string) => string | undefined }

/** Returns `unsigned` when the signature is missing or wrong, null for a report of a state that is not final. */
export type DeliveryReader = (posted: PostedReport) => DeliveryReport | 'unsigned' | null

/** A file in `providers/`: the settings it reads from the environment, and how to connect with them. */
export type SmsProviderModule<Settings extends TObject = TObject> = {
  env: Settings
  /** Errors that the schema cannot express, such as "one of these two". */
  faults?(settings: Static<Settings>): string[]
  /** @throws {Error} that names the wrong variable, never its value. */
  connect(settings: Static<Settings>, needs: SmsProviderNeeds): SmsProvider
  /** Reads the provider's delivery reports; null when the provider cannot reach this installation. */
  delivery?(settings: Static<Settings>, needs: SmsProviderNeeds): DeliveryReader | null
}
