import { Pool } from 'undici'
import type { TestDatabase } from '../../test/support/database.ts'
import { newKey } from '../support/keys.ts'
import { type Tally, windowLimit } from './tally.ts'

type Needs = { db: Pick<TestDatabase, 'kysely'>; url: string; tally: Tally }

/** Concurrent requests: half as many again as the limit, and one. */
const calls = 151

/** A new key with a limit of 100 sends 151 concurrent requests. Exactly 100 must be admitted, under any other load. */
export async function fillWindow({ db, url, tally }: Needs, body: string): Promise<void> {
  const { apiKey } = await newKey(db, windowLimit)
  await using pool = withDispose(new Pool(url, { connections: calls, pipelining: 1 }))
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const call = async () => {
    const response = await pool.request({ method: 'POST', path: '/v1/pricing/estimate', headers, body })
    await response.body.dump()
    return { status: response.statusCode, isLimited: response.headers['x-ratelimit-limit'] === '100' }
  }
  const answers = await Promise.all(Array.from({ length: calls }, call))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  const wrong = answers.filter(({ status, isLimited }) => !isLimited || (status !== 200 && status !== 429))
  tally.addWindow(count(200), count(429))
  tally.add('windows', {
    answered: 0,
    wrong: wrong.length,
    samples: wrong.map(({ status }) => `a call beside the load was answered ${status}`),
  })
}

const withDispose = (pool: Pool) => Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
