import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { issueKey } from '../server/keys/issue.ts'
import { newId } from '../server/lib/ids.ts'
import { insertPartner } from '../server/partners/store.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import type { Result } from './support/result.ts'
import { startDray } from './support/servers.ts'

/** Memory of the Node process after minutes of mixed load: estimates, creates and status calls at a constant rate. */
export async function run(db: TestDatabase, minutes: number): Promise<Result[]> {
  await ensureDefaultTariff(db)
  const partnerId = newId()
  await insertPartner(db.kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  const order = { partnerId, mode: 'live' as const, rateLimitPerMinute: 100_000 }
  const { apiKey } = await issueKey({ kysely: db.kysely, service: 'dray' }, order)
  await using dray = await startDray(db.url)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const towns = ['Madrid', 'Zaragoza', 'Valencia', 'Sevilla', 'Bilbao', 'Granada', 'Murcia', 'Vigo']
  const body = (index: number) =>
    JSON.stringify({
      title: 'Three-seat sofa',
      size: 'L',
      pickup: { address: `Calle Mayor ${index}, ${towns[index % 8]}` },
      dropoff: { address: `Calle Real ${index}, ${towns[(index + 3) % 8]}` },
      customer_phone: '+34612345678',
    })
  const paths = ['/v1/pricing/estimate', '/v1/jobs']
  const requests = Array.from({ length: 400 }, (_, index) => ({
    method: 'POST' as const,
    path: paths[index % 2] ?? '',
    headers,
    body: body(index),
  }))
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, dray.residentBytes())), 1_000)
  await autocannon({ url: dray.url, connections: 10, duration: minutes * 60, overallRate: 1_200, requests })
  await sleep(1_000)
  clearInterval(watch)
  const value = dray.residentBytes() / 1e6
  return [
    {
      name: `resident memory after ${minutes} min of load, MB`,
      value,
      goal: '< 200',
      detail: `at most ${(most / 1e6).toFixed(0)} MB on the way`,
    },
  ]
}
