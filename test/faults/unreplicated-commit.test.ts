import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { startPostgres } from '#lib/embedded-postgres/start.ts'
import { tempFolder } from '#lib/embedded-postgres/testing.ts'
import { embeddedApp } from '../../server/db/start-embedded.ts'
import { caller, newPartner, type TestPartner } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { urlOf } from '../support/postgres-url.ts'
import { startProcess } from '../support/process.ts'
import { shareData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'

test('DESIGN 6.1: a create that no synchronous standby has confirmed is no 201, and may be repeated', async () => {
  await using folder = tempFolder()
  const dataDir = folder.data
  const postgres = await startPostgres({ app: embeddedApp, dataDir, owner: 'server', log: () => {} })
  await using _stopped = { [Symbol.asyncDispose]: postgres.stop }
  const url = urlOf(postgres.connection).replace('/postgres?', `/${postgres.connection.database}?`)
  const env = { DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'dray') }
  await using dray = await startProcess({ role: 'start', env, isFirstStart: true })
  await using data = await shareData(dataDir)
  const partner = await newPartner(data, 'dray', { options: {}, call: caller(dray.url) })
  assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)

  const waitFor = async (standbys: string) => {
    await data.pool.query(`alter system set synchronous_standby_names = '${standbys}'`)
    await data.pool.query('select pg_reload_conf()')
    const { rows } = await data.pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    )
    return rows[0]?.names === standbys
  }
  await until('commits wait', () => waitFor('absent'))
  const orders = [1, 2, 3, 4].map((n) => orderOf(partner, n))
  for (const { status, headers, text } of await Promise.all(orders.map((order) => order.send()))) {
    assert.equal(status, 503, text)
    assert.match(headers.get('retry-after') ?? '', /^[12]$/)
  }

  await until('commits do not wait', () => waitFor(''))
  for (const order of orders) {
    // Before the lease on its key ends, which is after a minute.
    const isAcknowledged = async () => (await order.send()).status === 201
    await until('the repeated create is acknowledged', isAcknowledged, 30_000)
    const found = await data.pool.query('select from job where customer_phone = $1', [order.phone])
    assert.equal(found.rowCount, 1, 'one job')
  }
})

/** A create that may be sent repeatedly. */
function orderOf(partner: TestPartner, n: number) {
  const phone = newPhone()
  const send = () => partner.create({ customer_phone: phone }, { 'idempotency-key': `order-${n}` })
  return { phone, send }
}
