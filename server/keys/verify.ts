import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { KeyMode, Language } from '#contract/vocabulary.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { hashOf, isWellFormed } from './key-value.ts'
import { findSecrets, type SecretRow } from './store.ts'

/** Whom a call speaks for. */
export type PartnerKey = {
  keyId: string
  partnerId: string
  mode: KeyMode
  rateLimitPerMinute: number
  companyName: string
  smsLanguage: Language | null
}

/**
 * `unknown` is 401; the other refusals are 403, as the key is one we know (spec 5.5). `unasked` is no verdict: it would
 * take a query, and the caller does not allow one. `unconfirmed` and `unavailable` mean that the database did not answer:
 * the first is a key this node has seen before, whose counter can still be shown.
 */
export type Verdict =
  | { state: 'active' | 'revoked' | 'replaced' | 'expired' | 'suspended'; key: PartnerKey }
  | { state: 'unknown' | 'unasked' }
  | { state: 'unconfirmed'; key: PartnerKey; error: Error }
  | { state: 'unavailable'; error: Error }

/**
 * A promise means that the database is asked. `mayAsk` is consulted before that for a value which is not known here as
 * somebody's key; one that was ever seen to be is always looked up, however old the verdict.
 */
export type VerifyKey = (value: string, mayAsk?: () => boolean) => Verdict | Promise<Verdict>

const unknown: Verdict = { state: 'unknown' }
const unasked: Verdict = { state: 'unasked' }

// PostgreSQL is the truth; a verdict is served for 2 s at most, counted from when it was asked for, so that a revoked
// key is dead on every node within 2 s. It is renewed in the background before that, so no call waits for it.
const renewAfterMs = 1_000
const dropAfterMs = 1_900

/** `verify` answers at once for a key seen within the last seconds, and asks the database otherwise. */
export function createKeyVerifier(
  needs: { pool: pg.Pool },
  options: { service: string; maxKeys?: number },
): VerifyKey {
  const seen = new LRUCache<string, { verdict: Verdict; askedAt: number; renewing: boolean }>({
    max: options.maxKeys ?? 200_000,
  })
  // One statement for all the keys of a tick; nothing is kept here, `seen` is the cache.
  const loader = new DataLoader((hashes: readonly string[]) => load(needs.pool, hashes), {
    cache: false,
    batchScheduleFn: (dispatch) => setImmediate(dispatch),
  })

  const ask = async (digest: string): Promise<Verdict> => {
    const askedAt = performance.now()
    const verdict = await loader.load(digest)
    seen.set(digest, { verdict, askedAt, renewing: false })
    return verdict
  }

  const askOrExcuse = (digest: string, last: Verdict | undefined): Promise<Verdict> =>
    ask(digest).catch((error: Error) => {
      if (!isDatabaseUnavailable(error)) throw error
      return last && 'key' in last
        ? { state: 'unconfirmed', key: last.key, error }
        : { state: 'unavailable', error }
    })

  return (value, mayAsk) => {
    if (!isWellFormed(options.service, value)) return unknown
    const digest = hashOf(value).toString('base64')
    const entry = seen.get(digest)
    const ageMs = entry ? performance.now() - entry.askedAt : Number.POSITIVE_INFINITY
    if (!entry || ageMs > dropAfterMs) {
      const isKnown = entry !== undefined && entry.verdict.state !== 'unknown'
      return isKnown || !mayAsk || mayAsk() ? askOrExcuse(digest, entry?.verdict) : unasked
    }
    if (ageMs > renewAfterMs && !entry.renewing) {
      entry.renewing = true
      // A failure shows itself to the call that finds the verdict too old.
      ask(digest).catch(() => (entry.renewing = false))
    }
    return entry.verdict
  }
}

async function load(pool: pg.Pool, digests: readonly string[]): Promise<Verdict[]> {
  const rows = await findSecrets(
    pool,
    digests.map((digest) => Buffer.from(digest, 'base64')),
  )
  const byDigest = new Map(rows.map((row) => [row.hash.toString('base64'), verdictOf(row)]))
  return digests.map((digest) => byDigest.get(digest) ?? unknown)
}

function verdictOf(row: SecretRow): Verdict {
  const key: PartnerKey = {
    keyId: row.key_id,
    partnerId: row.partner_id,
    mode: row.mode,
    rateLimitPerMinute: row.rate_limit_per_minute,
    companyName: row.company_name,
    smsLanguage: row.sms_language,
  }
  if (row.suspended) return { state: 'suspended', key }
  if (row.revoked) return { state: 'revoked', key }
  if (row.expired) return { state: 'expired', key }
  return { state: row.replaced ? 'replaced' : 'active', key }
}
