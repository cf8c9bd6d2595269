import type { ProviderKind } from '#contract/vocabulary.ts'
import type { Scene } from './closing-scenes.ts'
import type { Market } from './market.ts'

type Calls = {
  status: number
  calls: number
  /** How long ago; their minute is that of the clock. */
  secondsAgo?: number
  /** The window of 60 seconds at the last of them; by default these calls alone. */
  window?: number
}

/** Counts calls with a key, as its node would have written them. */
export async function countCalls({ app }: Market, keyId: string, counts: Calls[]): Promise<void> {
  for (const { status, calls, secondsAgo = 0, window = calls } of counts)
    await app.db.pool.query(
      `insert into request_minute (key_id, minute, method, route, status, calls, ms_sum, ms_max, window_max)
       values ($1, date_trunc('minute', now() - make_interval(secs => $4)), 'POST', '/v1/jobs', $2, $3, 100, 20, $5)`,
      [keyId, status, calls, secondsAgo, window],
    )
}

/** A partner whose key allows 100 calls a minute, with these calls. */
export const partnerCalls =
  (counts: Calls[]): Scene =>
  async (market) => {
    const { partnerId, keyId } = await market.app.partner({ rateLimit: 100, companyName: 'Muebles Sol' })
    await countCalls(market, keyId, counts)
    const end = () => market.app.db.pool.query('delete from request_minute where key_id = $1', [keyId])
    return { subject: partnerId, end }
  }

type ProviderCalls = { outcome: string; calls: number; secondsAgo?: number }

/** Calls to a provider, as the nodes would have counted them. */
export const providerCalls =
  (counts: ProviderCalls[], kind: ProviderKind = 'geocoder', provider = 'nominatim'): Scene =>
  async ({ app: { db } }) => {
    for (const { outcome, calls, secondsAgo = 0 } of counts)
      await db.pool.query(
        `insert into provider_minute (kind, provider, minute, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at)
         select $1, $2, date_trunc('minute', at), $3, $4, $5, 100, 20, 20, at
         from (select now() - make_interval(secs => $6) as at) a`,
        [kind, provider, outcome, outcome === 'unavailable' ? 'HTTP 503' : '', calls, secondsAgo],
      )
    const end = () => db.pool.query('delete from provider_minute where provider = $1', [provider])
    return { subject: `${kind} ${provider}`, end }
  }
