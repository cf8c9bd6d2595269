import type { Kysely } from 'kysely'
import type { KeyMode, KeyOverlap } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { hashOf, keyPrefix, newKeyValue } from './key-value.ts'
import { findKeyMode, insertKey, markRevoked, type NewKey, type NewSecret, replaceSecret } from './store.ts'

export type KeyNeeds = { kysely: Kysely<Tables>; service: string }

/** The key's value is returned here only; it cannot be read again (spec 5.3). */
export type IssuedKey = { keyId: string; apiKey: string }

/** How long the old value keeps working after `regenerate`, in seconds. */
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
 */
export async function regenerateKey(
  { kysely, service }: KeyNeeds,
  { keyId, overlap }: { keyId: string; overlap: Overlap },
): Promise<IssuedKey | null> {
  const mode = await findKeyMode(kysely, keyId)
  if (!mode) return null
  const { apiKey, secret } = newSecret(service, mode)
  const done = await replaceSecret(kysely, { keyId, secret, overlapSeconds: overlaps[overlap] })
  return done ? { keyId, apiKey } : null
}

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
