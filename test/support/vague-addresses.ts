import assert from 'node:assert/strict'
import type { Scene } from './closing-scenes.ts'
import type { Market } from './market.ts'

/** An opened draft of the partner whose ends are known to so many kilometres. @returns its id. */
export async function vagueDraft(market: Market, km = 20): Promise<string> {
  const { job_id } = await market.draft(await market.person())
  await market.app.db.pool.query(
    `update job set route = route || '{"distanceKm": 8}', price = price || '{"totalCents": 4000}',
       pickup = pickup || jsonb_build_object('uncertaintyKm', $2::float8),
       dropoff = dropoff || jsonb_build_object('uncertaintyKm', $2::float8) where id = $1`,
    [job_id, km],
  )
  return job_id
}

export async function endVague({ app }: Market, ...jobIds: string[]): Promise<void> {
  await app.db.pool.query(
    `update job set pickup = pickup || '{"uncertaintyKm": 0.1}', dropoff = dropoff || '{"uncertaintyKm": 0.1}'
     where id = any($1)`,
    [jobIds],
  )
}

export async function partnerOf({ app }: Market, jobId: string): Promise<string> {
  const { rows } = await app.db.pool.query(
    'select partner_id from job join api_key key on key.id = job.key_id where job.id = $1',
    [jobId],
  )
  return rows[0]?.partner_id ?? assert.fail()
}

const vague =
  (count: number): Scene =>
  async (market) => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push(await vagueDraft(market))
    return { subject: await partnerOf(market, ids[0] ?? ''), end: () => endVague(market, ...ids) }
  }

/** One vague address of a partner, and three, which are one entry. */
export const vagueAddresses: Scene[] = [vague(1), vague(3)]
