import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent, fetch as fetchOverTls } from 'undici'
import { balancerFolder, startHaproxy } from '../support/balancers.ts'
import { caller, newPartner, sofa } from '../support/dray.ts'
import { createInstallation } from '../support/installation.ts'
import { missingPrograms } from '../support/programs.ts'
import { until } from '../support/until.ts'

describe('one address for partners before an installation for each country (docs/scaling.md)', () => {
  test(
    'the key chooses the country; without a known key the answer is 401 in the shape of the document',
    {
      skip: missingPrograms('haproxy', 'openssl'),
    },
    chooseByKey,
  )
})

async function chooseByKey(): Promise<void> {
  await using spain = await startCountry('drayes', 'https://es.dray.example')
  await using portugal = await startCountry('draypt', 'https://pt.dray.example')
  await using folder = await balancerFolder()
  const nodes: [string, string][] = [
    ['10.0.1.11:8080', spain.address],
    ['10.0.1.12:8080', spain.address],
    ['10.0.2.11:8080', portugal.address],
    ['10.0.2.12:8080', portugal.address],
  ]
  const { program, url } = await startHaproxy(folder.path, 'haproxy/countries.cfg', nodes)
  await using _program = program
  await using agent = withDispose(new Agent({ connect: { rejectUnauthorized: false } }))
  const send = (target: string, init: object) => fetchOverTls(target, { ...init, dispatcher: agent })
  const call = caller(url, send as unknown as typeof fetch)
  await until('the balancer reaches a node', async () => {
    assert.ok(!program.hasEnded(), program.output())
    return (await call('/health/live').catch(() => null))?.status === 200
  })
  const [inSpain, inPortugal] = [await spain.partner(call), await portugal.partner(call)]
  for (const [partner, count] of [
    [inSpain, spain.countJobs],
    [inPortugal, portugal.countJobs],
  ] as const) {
    const created = await partner.create({})
    assert.equal(created.status, 201, created.text)
    assert.equal((await partner.read(created.body.job_id)).status, 200)
    assert.equal(await count(), 1)
  }
  for (const headers of [{}, { 'x-api-key': 'drayfr_live_unknown' }]) {
    const refused = await call('/v1/jobs', { headers, body: sofa })
    assert.equal(refused.status, 401)
    assert.equal((refused.body as { error: string }).error, 'unauthorized')
  }
}

/** An installation with one node. */
async function startCountry(service: string, baseUrl: string) {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await createInstallation())
  const env = {
    SERVICE_NAME: service,
    NODE_ENV: 'production',
    TRUST_PROXY: '127.0.0.1',
    BASE_URL: baseUrl,
  }
  const node = opened.use(await installation.start('serve', { env }))
  const all = opened.move()
  const { kysely } = installation.db
  return {
    address: `127.0.0.1:${node.port}`,
    partner: (call: ReturnType<typeof caller>) => newPartner({ kysely }, service, { options: {}, call }),
    countJobs: async () => (await kysely.selectFrom('job').select('id').execute()).length,
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

const withDispose = (agent: Agent) => Object.assign(agent, { [Symbol.asyncDispose]: () => agent.close() })
