import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../support/dray.ts'
import { freshGet } from '../support/fresh-get.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { launchProcess } from '../support/process.ts'
import { lockTable } from '../support/table-lock.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

describe('the database is away or busy (DESIGN 6)', { concurrency: 2 }, () => {
  test('refused connections: 503 with Retry-After, then all is as before', async () => {
    await using installation = await createInstallation()
    await using proxy = await startTcpProxy(installation.db.url)
    await using dray = await installation.start('start', { env: { DATABASE_URL: proxy.url } })
    const partner = await installation.partner({ mode: 'test' })
    const phone = newPhone()
    const create = () => partner.create({ customer_phone: phone, external_reference: 'order-1' })
    const { job_id } = (await create()).body

    await proxy.refuse()
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => partner.read(job_id)),
      ...Array.from({ length: 30 }, () => partner.create({ customer_phone: phone })),
    ])
    for (const answer of answers) assertUnavailable(answer)
    await until('it is not ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 503)
    assert.equal(await freshGet(`${dray.url}/health/live`), 200)

    await proxy.accept()
    await until('it is ready again', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
    await until('jobs can be read again', async () => (await partner.read(job_id)).status === 200)
    assert.equal((await partner.create({ customer_phone: phone })).status, 201)
    assert.equal((await create()).headers.get('location'), `/v1/jobs/${job_id}`)
    assert.ok(!dray.hasEnded())
  })

  test('a node that is up before its database waits for it', async () => {
    await using installation = await createInstallation()
    await using proxy = await startTcpProxy(installation.db.url)
    await proxy.refuse()
    const partner = await installation.partner({ mode: 'test' })
    await using dray = await launchProcess({
      role: 'serve',
      port: installation.port,
      env: { ...installation.env, DATABASE_URL: proxy.url },
    })
    await until('it waits', () => dray.output.stderr.includes('waiting for the database'))
    await proxy.accept()
    await until('it is ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
    assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
  })

  test('every connection taken: calls are refused within the waiting time, health still answers', async () => {
    await using installation = await createInstallation()
    await using dray = await installation.start('serve')
    const partner = await installation.partner({ mode: 'test' })
    const { job_id } = (await partner.create({ customer_phone: newPhone() })).body
    // The look for the holder of a reference takes a connection for each call.
    const lock = await lockTable(installation.db.url, 'job', 'ACCESS EXCLUSIVE')
    const create = (_: unknown, n: number) =>
      partner.create({ customer_phone: newPhone(), external_reference: `order-${n}` })
    const settled = Promise.allSettled(Array.from({ length: 60 }, create))
    await lock.reached(20)
    assert.equal(await freshGet(`${dray.url}/health/ready`), 200)
    assert.equal(await freshGet(`${dray.url}/health/live`), 200)
    assertUnavailable(await partner.read(job_id))
    await lock[Symbol.asyncDispose]()
    const answers = (await settled).map((call) => (call.status === 'fulfilled' ? call.value : null))
    const made = answers.filter((answer) => answer?.status === 201)
    for (const answer of answers) if (answer?.status !== 201) assertUnavailable(answer)
    const { rows } = await installation.db.pool.query<{ count: number }>('select count(*) from job')
    assert.equal(rows[0]?.count, made.length + 1, 'a job for each 201 and for no 503')
    assert.equal((await partner.read(job_id)).status, 200)
  })
})

function assertUnavailable(answer: Answer<unknown> | null): void {
  assert.equal(answer?.status, 503, answer?.text)
  assert.equal((answer.body as { error: string }).error, 'service_unavailable')
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}
