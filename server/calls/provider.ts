import type { Static, TObject } from 'typebox'

/**
 * The port to a service that connects two people over its own number, and neither sees the other's. It knows the caller
 * by the number they call from, and rings the other one. docs/recipes/call-provider.md says how to write one.
 */
export type CallProvider = {
  name: string
  /** False in the sandbox: its numbers ring nowhere. */
  connects: boolean
  /**
   * Gives a number for two people, until `endsAt` at most. A repeated request with the same `key` gives the same
   * number: `key` is the id of our row, which is written before.
   *
   * @throws {ProviderError} The message never contains a number.
   */
  open: (line: LineRequest, signal: AbortSignal) => Promise<OpenedLine>
  /**
   * Ends a number before its time; one that is unknown has ended. `reference` is null if the answer to `open` was lost.
   *
   * @throws {ProviderError}
   */
  close: (line: { key: string; reference: string | null }, signal: AbortSignal) => Promise<void>
}

export type LineRequest = {
  key: string
  /** In E.164; they belong to the customer and the carrier. */
  phones: readonly [string, string]
  endsAt: Date
}

/** `number` in E.164, for both; `reference` is what the provider calls the line. */
export type OpenedLine = { number: string; reference: string }

/** A file in `providers/`: the settings it reads from the environment, and how to connect with them. */
export type CallProviderModule<Settings extends TObject = TObject> = {
  env: Settings
  /** Errors that the schema cannot express. */
  faults?(settings: Static<Settings>): string[]
  /** Null: people call each other directly. */
  connect(settings: Static<Settings>): CallProvider | null
}
