import type { Static, TObject } from 'typebox'

/**
 * An SMS as passed to a provider. `id` is the id of our row, for providers with idempotency keys. `sender` is the one
 * that `SMS_SENDERS` names for the country of `to`; absent for the sender of the provider's own setting.
 */
export type OutgoingSms = { id: string; to: string; body: string; sender?: string }

/** The providers of `SMS_PROVIDER`, in the order in which they are asked. */
export type SmsProviders = readonly [SmsProvider, ...SmsProvider[]]

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
  /**
   * Looks for an SMS after an unknown outcome, by the id of our row. Null when the provider does not know it. Absent
   * for providers that cannot be asked.
   *
   * @throws {ProviderError} when the provider did not answer.
   */
  find?: (id: string, signal: AbortSignal) => Promise<{ messageId: string | null } | null>
  /** Keeps a connection open on which the provider tells more; absent for providers that post it to a webhook. */
  listen?: (heard: SmsHeard) => SmsListener
}

/** What a provider tells about SMS on an open connection. Both reject when it could not be stored. */
export type SmsHeard = {
  /** A delivery report; the provider repeats it later if this rejects. */
  onReport: (report: DeliveryReport) => Promise<void>
  /** The acceptance of an SMS whose attempt has already ended with an unknown outcome. `smsId` is that of our row. */
  onLateAcceptance: (late: { smsId: string; messageId: string | null }) => Promise<void>
}

export type SmsListener = { stop: () => Promise<void> }

export type SmsProviderNeeds = {
  /** Public URL of this installation, without a final slash. */
  baseUrl: string
  /** Called when a connection cannot be opened, with a reason that contains no secret. */
  onTrouble?: (reason: string) => void
}

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
  /** The sender in these settings, for the checks of the doctor; null if the provider chooses it. */
  sender?(settings: Static<Settings>): string | null
  /** Reads the provider's delivery reports; null when the provider cannot reach this installation. */
  delivery?(settings: Static<Settings>, needs: SmsProviderNeeds): DeliveryReader | null
}
