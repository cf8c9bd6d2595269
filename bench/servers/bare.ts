import { randomUUIDv7 } from 'node:crypto'
import http from 'node:http'
import { Pool } from 'pg'

/**
 * Baseline without Dray: `node:http` and one prepared statement, no key, no rate limit, no validation. It uses the same
 * tables; `/echo` uses no table.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const tariffId = '00000000-0000-7000-8000-000000000001'

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    answer(request, Buffer.concat(chunks)).then(
      ({ status, body }) => {
        const text = JSON.stringify(body)
        response.writeHead(status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        response.end(text)
      },
      () => response.writeHead(500).end(),
    )
  })
})

async function answer(
  { method, url = '' }: http.IncomingMessage,
  bytes: Buffer,
): Promise<{ status: number; body: unknown }> {
  if (url === '/echo') return { status: 200, body: JSON.parse(bytes.toString()) }
  if (method === 'GET') return { status: 200, body: await readJob(url.slice('/v1/jobs/'.length)) }
  return { status: 201, body: await insertJob(JSON.parse(bytes.toString()) as Record<string, unknown>) }
}

async function readJob(id: string): Promise<unknown> {
  const { rows } = await pool.query({
    name: 'read',
    text: 'select id, external_reference, status, created_at, updated_at from job where id = $1',
    values: [id],
  })
  return rows[0]
}

async function insertJob(input: Record<string, unknown>): Promise<unknown> {
  const id = randomUUIDv7()
  const { rows } = await pool.query({
    name: 'insert',
    text: `insert into job (id, short_id, key_id, mode, status, external_reference, external_reference_nfc, title, description,
             size, customer_phone, pickup, dropoff, route, duration_minutes, tariff_id, price, expires_at)
           values ($1, $2, null, 'live', 'draft', $3, $3, $4, $5, $6, $7, $8, $9, $10, 300, $11, $12, now() + interval '48 hours')
           returning id, created_at, expires_at`,
    values: [
      id,
      id,
      input.external_reference,
      input.title,
      input.description,
      input.size,
      input.customer_phone,
      sampleStop,
      sampleStop,
      sampleRoute,
      tariffId,
      samplePrice,
    ],
  })
  return rows[0]
}

const sampleStop = {
  address: 'Calle Mayor 10, 28013 Madrid',
  floor: null,
  hasElevator: null,
  lat: 40.4165,
  lon: -3.70256,
  precision: 'locality',
  uncertaintyKm: 6,
  locality: 'Madrid',
  postcode: '28013',
  provinceCode: '28',
  countryCode: 'es',
  provider: 'embedded',
}
const sampleRoute = { distanceKm: 330.8, driveMinutes: 225, source: 'embedded', approximate: true }
const samplePrice = {
  breakdown: {
    baseCents: 4000,
    distanceKm: 330.8,
    distanceCents: 21744,
    stairsCents: 0,
    serviceModifier: 0,
    urgencyModifier: 0,
  },
  baseCents: 25744,
  feeCents: 3862,
  totalCents: 29606,
  helperCents: 25744,
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
