import { styleText } from 'node:util'
import { Client } from 'pg'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { statement } from '../server/jobs/queries/staff/list-jobs.ts'
import { newId } from '../server/lib/ids.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import type { Result } from './support/result.ts'

const [partner, customer, carrier] = [newId(), newId(), newId()]

/** Each filter and search alone, and some together; `rare` ones match a handful of old jobs. */
const lists: Record<string, JobFilters> = {
  everything: {},
  posted: { status: ['posted'] },
  'posted or accepted': { status: ['posted', 'accepted'] },
  completed: { status: ['completed'] },
  'of test keys': { mode: 'test' },
  'of a large partner': { partner_id: partner },
  'of a large partner, cancelled': { partner_id: partner, status: ['cancelled'] },
  'of a carrier': { carrier_id: carrier },
  'of a customer': { customer_id: customer },
  'created in a month': { created_from: '2026-03-01T00:00:00Z', created_to: '2026-04-01T00:00:00Z' },
  'changed in an hour': { updated_from: '2026-03-01T00:00:00Z', updated_to: '2026-03-01T01:00:00Z' },
  'from Madrid': { pickup_town: 'madrid' },
  'from a rare town': { pickup_town: 'Teruel' },
  'Madrid to a rare town': { pickup_town: 'Madrid', dropoff_town: 'teruel' },
  'with an open problem': { problem: 'open' },
  'with any problem': { problem: 'any' },
  'in doubt': { problem: 'doubt' },
  held: { money: 'held' },
  captured: { money: 'captured' },
  owed: { money: 'owed' },
  refunded: { money: 'refunded' },
  'search: town': { search: 'Madrid' },
  'search: rare town': { search: 'teruel' },
  'search: reference': { search: 'ref-77' },
  'search: nothing': { search: 'nothing like it' },
  'search: phone': { search: '+34600000001' },
}

/**
 * The lists of the operator's panel among many jobs (`PANEL_JOBS`, default: one million) of a year, their first page with
 * the count. `PANEL_PLAN` prints the plan of the lists whose name contains it.
 */
export async function run(db: TestDatabase): Promise<Result[]> {
  const count = Number(process.env.PANEL_JOBS ?? 1_000_000)
  await fill(db, count)
  const results: Result[] = []
  for (const [name, filters] of Object.entries(lists)) {
    const { p50, p95, rows } = await measure(db, filters)
    const detail = `p50 ${p50.toFixed(1)}, ${rows} rows`
    results.push({ name: `panel: ${name}, among ${count} jobs, p95 ms`, value: p95, goal: '<= 150', detail })
    if (process.env.PANEL_PLAN && name.includes(process.env.PANEL_PLAN)) await explain(db, filters)
  }
  return results
}

const rounds = 20
const page = (filters: JobFilters) => statement({ filters, limit: 50, counts: true })

async function measure({ kysely }: TestDatabase, filters: JobFilters) {
  const times: number[] = []
  let rows = 0
  for (let round = -3; round < rounds; round++) {
    const begunAt = performance.now()
    rows = (await page(filters).execute(kysely)).rows.length
    if (round >= 0) times.push(performance.now() - begunAt)
  }
  times.sort((a, b) => a - b)
  return { p50: times[rounds / 2] ?? 0, p95: times[Math.floor(rounds * 0.95)] ?? 0, rows }
}

async function explain({ kysely, pool }: TestDatabase, filters: JobFilters): Promise<void> {
  const { sql, parameters } = page(filters).compile(kysely)
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, [
    ...parameters,
  ])
  console.error(rows.map((row) => row['QUERY PLAN']).join('\n'))
}

/** A year of jobs: 96 % ended, half of them of one partner, a third from Madrid. Loads without the pool's timeouts. */
async function fill(db: TestDatabase, count: number): Promise<void> {
  await ensureDefaultTariff(db)
  const client = new Client({ connectionString: db.url })
  await client.connect()
  const say = (what: string) => process.stderr.isTTY && console.error(styleText('dim', what))
  await client.query(people)
  await client.query(
    `insert into partner (id, company_name) values ('${partner}', 'Large') on conflict do nothing;
     insert into api_key (id, partner_id, mode, rate_limit_per_minute)
     select gen_random_uuid(), p.id, 'live', 60 from partner p, generate_series(1, 2)`,
  )
  await client.query(
    `insert into account (id, phone) values ('${customer}', '+34600000001'), ('${carrier}', '+34600000002')`,
  )
  await client.query(`insert into carrier (account_id, status, vehicle_size, vehicle, base_address, base_lat, base_lon,
    radius_km) select id, 'approved', 'XL', 'van', '', 40, -3, 100 from account where id = '${carrier}'
    or phone < '+34700000500' and phone > '+347'`)
  const step = 50_000
  for (let done = 0; done < count; done += step) {
    await client.query(jobs, [done, Math.min(step, count - done), count, customer, carrier])
    say(`${done + step} jobs`)
  }
  await client.query(around)
  await client.query('vacuum analyze')
  await client.end()
}

const people = `
  insert into account (id, phone) select gen_random_uuid(), '+34' || 700000000 + n from generate_series(1, 20000) n;
  insert into partner (id, company_name) select gen_random_uuid(), 'Partner ' || n from generate_series(1, 40) n`

const jobs = `
  with p as (select array_agg(id order by phone) as ids from account where phone > '+347'),
    c as (select array_agg(account_id) as ids from carrier where account_id <> $5),
    k as (select array_agg(id order by partner_id) as ids,
      array_agg(id) filter (where partner_id = (select id from partner where company_name = 'Large')) as large from api_key),
    n as (select n, '2025-09-01'::timestamptz + n * (interval '365 days' / $3::int) as at, random() as r
      from generate_series($1::int, $1::int + $2::int - 1) n)
  insert into job (id, short_id, key_id, mode, status, external_reference, external_reference_nfc, title, size,
    customer_phone, customer_id, carrier_id, pickup, dropoff, route, duration_minutes, tariff_id, price,
    created_at, updated_at, expires_at, delivered_at, cancellation_fee_cents)
  select gen_random_uuid(), substr(md5(n::text), 1, 14),
    case when n % 2 = 0 then k.large[1 + n % 2] else k.ids[1 + n % 80] end, case when n % 50 = 1 then 'test' else 'live' end,
    s.status, 'ref-' || n, 'ref-' || n, 'Three-seat sofa', (array['S', 'M', 'L', 'XL'])[1 + n % 4], '+34' || 700000000 + n % 20000,
    case when n % 9999 = 7 then $4::uuid else p.ids[1 + n % 20000] end,
    case when s.status in ('accepted', 'completed') then case when n % 499 = 7 then $5::uuid else c.ids[1 + n % 400] end end,
    jsonb_build_object('locality', case when r < 0.33 then 'Madrid' when r > 0.9999 then 'Teruel' else 'Town ' || n % 3000 end,
      'lat', 40, 'lon', -3),
    jsonb_build_object('locality', case when r > 0.7 then 'Madrid' when n % 20011 = 5 then 'Teruel' else 'Town ' || n % 2999 end,
      'lat', 40, 'lon', -3),
    '{"distanceKm": 12}', 60, '00000000-0000-7000-8000-000000000001', '{"totalCents": 4520, "helperCents": 3930}',
    at, at + r * interval '5 days', at + interval '2 days', null, case when s.status = 'cancelled' and n % 10 = 3 then 1500 end
  from n, p, c, k, lateral (select case when n > $3::int * 0.99 then (array['posted', 'accepted', 'draft'])[1 + n % 3]
    when n % 17 = 3 then 'cancelled' else 'completed' end as status) s`

const around = `
  insert into payment (id, purpose, account_id, job_id, source, processor, mode, status, amount_cents, captured_cents,
    refunded_cents)
  select gen_random_uuid(), 'publish', customer_id, id, 'wallet', 'sandbox', 'live',
    case when status in ('posted', 'accepted') then 'held' when status = 'completed' then 'captured'
      when cancellation_fee_cents > 0 and short_id > '01' then 'captured' else 'released' end, 4520,
    case when status = 'completed' or cancellation_fee_cents > 0 and short_id > '01' then 4520 else 0 end,
    case when short_id like '00%' and status = 'completed' then 100 else 0 end
  from job where status <> 'draft';
  insert into job_problem (id, job_id, reported_by, kind, status, resolved_at)
  select gen_random_uuid(), id, 'customer', 'other', case when short_id like '%000' then 'open' else 'dismissed' end,
    case when short_id like '%000' then null else now() end
  from job where short_id like '%00';
  insert into money_block (job_id, cause) select id, 'early_delivery' from job where short_id like '%0aa';
  insert into job_event (job_id, actor, to_status, reason) select id, 'partner', 'draft', 'created' from job limit 1000`
