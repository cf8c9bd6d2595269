import { createSealer, type Sealer } from '../lib/sealer.ts'

/** Encrypts the SMS of codes in the database; bound to the row of the SMS. */
export type BodySealer = Sealer

export const createBodySealer = (key: Buffer): BodySealer => createSealer(key, 'sms')

export type StoredBody = { id: string; body: string; sealedBody: Buffer | null }

/** The text of an SMS; null when it cannot be opened or was removed. */
export const bodyOf = (
  sealer: Pick<BodySealer, 'open'>,
  { id, body, sealedBody }: StoredBody,
): string | null => (sealedBody === null ? body : sealer.open(id, sealedBody)) || null
