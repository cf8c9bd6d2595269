import type { Kysely } from 'kysely'
import type { KeyMode, KeyOverlap } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { hashOf, keyPrefix, newKeyValue } from './key-value.ts'
import {
  type EndedValue,
  findKeyMode,
  insertKey,
  markRevoked,
  type NewKey,
  type NewSecret,
  replaceSecret,
} from './store.ts'

export type KeyNeeds = { kysely: Kysely<Tables>; service: string }

/** The key's value is returned here only; it cannot be read again (spec 5.3). */
export type IssuedKey = { keyId: string; apiKey: string }

/** With the values that the rotation ended immediately. */
export type RotatedKey = IssuedKey & { ended: EndedValue[] }

export type Rotation = { keyId: string; overlap: Overlap; endsExpected?: readonly string[] | undefined }

/** How long the old value is valid after a rotation, in seconds. */
export const overlaps: Record<Overlap, number> = { '0': 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 }
export type Overlap = KeyOverlap

export async function issueKey({ kysely, service }: KeyNeeds, order: Omit<NewKey, 'id'>): Promise<IssuedKey> {
  const keyId = newId()
  const { apiKey, secret } = newSecret(service, order.mode)
  await insertKey(kysely, { id: keyId, ...order }, secret)
  return { keyId, apiKey }
}

/**
 * Replaces a key's value; its jobs stay readable and its rate counter continues. Returns null if it is unknown or
 * revoked.
 *
 * @throws Problem `wrong_state` when the values to end differ from the preview.
 */
export async function rotateKey(
  { kysely, service }: KeyNeeds,
  { keyId, overlap, endsExpected }: Rotation,
): Promise<RotatedKey | null> {
  const mode = await findKeyMode(kysely, keyId)
  if (!mode) return null
  const { apiKey, secret } = newSecret(service, mode)
  const order = { keyId, secret, overlapSeconds: overlaps[overlap], endsExpected }
  const ended = await replaceSecret(kysely, order)
  if (ended === false) throw otherValuesEnd
  return ended && { keyId, apiKey, ended }
}

const otherValuesEnd = new Problem('wrong_state', (t) => t.members.otherValuesEnd)

/** Takes effect on every node within 2 s. Returns false if the key is already revoked or does not exist. */
export const revokeKey = ({ kysely }: Pick<KeyNeeds, 'kysely'>, keyId: string): Promise<boolean> =>
  markRevoked(kysely, keyId)

function newSecret(service: string, mode: KeyMode): { apiKey: string; secret: NewSecret } {
  const apiKey = newKeyValue(service, mode)
  const secret = {
    hash: Buffer.from(hashOf(apiKey), 'base64'),
    prefix: keyPrefix(service, mode),
    lastFour: apiKey.slice(-4),
  }
  return { apiKey, secret }
}
