import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { KeyMode, PersonLanguage } from '#contract/vocabulary.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { batchCalls } from '../lib/batch-calls.ts'
import { hashOf, isWellFormed } from './key-value.ts'
import { rateSubject } from './rate-subject.ts'
import { findSecrets, type SecretRow } from './store.ts'

/** The key record and partner that a request is made for. */
export type PartnerKey = {
  keyId: string
  /** Kept in the record, because a newly concatenated text would be hashed for each request. */
  rateSubject: string
  /** Hash of the request's value, in base64. */
  valueHash: string
  partnerId: string
  mode: KeyMode
  rateLimitPerMinute: number
  companyName: string
  smsLanguage: PersonLanguage | null
}

/**
 * `unknown` leads to 401; the other errors lead to 403, because the key is known (spec 5.5). `not_looked_up`: not
 * verified, because the caller did not allow the query. `unconfirmed` and `unavailable`: the database did not respond;
 * with `unconfirmed` this node has seen the key before, so its rate counter can still be used.
 */
export type Verdict =
  | { state: 'active' | 'revoked' | 'replaced' | 'expired' | 'suspended'; key: PartnerKey }
  | { state: 'unknown' | 'not_looked_up' }
  | { state: 'unconfirmed'; key: PartnerKey; error: Error }
  | { state: 'unavailable'; error: Error }

/**
 * Verifies the value of a key. Returns a promise if this needs a database query. Before the query, `mayLookUp` is
 * called for a value that this node has not seen as an existing key; if it returns false, the verdict is
 * `not_looked_up`. A value seen before is always queried again, regardless of its verdict's age.
 */
export type VerifyKey = (value: string, mayLookUp?: () => boolean) => Verdict | Promise<Verdict>

const unknown: Verdict = { state: 'unknown' }
const notLookedUp: Verdict = { state: 'not_looked_up' }

// PostgreSQL is the source of truth. A verdict is cached for at most 2 s from the start of its query, so a revoked key
// is invalid on every node within 2 s. It is refreshed in the background before it expires, so requests do not wait for
// it.
const renewAfterMs = 1_000
const dropAfterMs = 1_900

/** Returns a verifier that caches the verdicts of keys for up to 2 s and queries the database for all others. */
export function createKeyVerifier(
  needs: { pool: pg.Pool },
  options: { service: string; maxKeys?: number },
): VerifyKey {
  const seen = new LRUCache<string, { verdict: Verdict; askedAt: number; renewing: boolean }>({
    // `maxSize` with a size of 1 per entry: `max` would allocate all places at startup.
    maxSize: options.maxKeys ?? 200_000,
    sizeCalculation: () => 1,
  })
  const lookUp = batchCalls({
    work: (hashes: readonly string[]) => load(needs.pool, hashes),
    maxRunning: 4,
    maxBatchSize: 1_000,
    maxWaitMs: 1_000,
  })
  // Refreshes share a statement, because hundreds of keys in use would each cost a statement every second.
  const lookUpLater = batchCalls({
    work: (hashes: readonly string[]) => load(needs.pool, hashes),
    maxRunning: 1,
    maxBatchSize: 1_000,
    gatherMs: 100,
  })

  const ask = async (digest: string, look: typeof lookUp): Promise<Verdict> => {
    const askedAt = performance.now()
    const verdict = await look(digest)
    // A slow look-up must not replace the verdict of a later one.
    if ((seen.get(digest)?.askedAt ?? 0) <= askedAt) seen.set(digest, { verdict, askedAt, renewing: false })
    return verdict
  }

  const lookUpOrUnavailable = (digest: string, last: Verdict | undefined): Promise<Verdict> =>
    ask(digest, lookUp).catch((error: Error) => {
      if (!isDatabaseUnavailable(error)) throw error
      return last && 'key' in last
        ? { state: 'unconfirmed', key: last.key, error }
        : { state: 'unavailable', error }
    })

  return (value, mayLookUp) => {
    const digest = hashOf(value)
    const entry = seen.get(digest)
    // A value that was looked up before is well-formed.
    if (!entry && !isWellFormed(options.service, value)) return unknown
    const ageMs = entry ? performance.now() - entry.askedAt : Number.POSITIVE_INFINITY
    if (!entry || ageMs > dropAfterMs) {
      const isKnown = entry !== undefined && entry.verdict.state !== 'unknown'
      return isKnown || !mayLookUp || mayLookUp() ? lookUpOrUnavailable(digest, entry?.verdict) : notLookedUp
    }
    if (ageMs > renewAfterMs && !entry.renewing) {
      entry.renewing = true
      // Ignore a failed refresh: the next call with an expired verdict will get the error.
      ask(digest, lookUpLater).catch(() => (entry.renewing = false))
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
    rateSubject: rateSubject(row.key_id),
    valueHash: row.hash.toString('base64'),
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
