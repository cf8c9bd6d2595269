import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FetchRefused } from '#lib/safe-fetch/fetch-errors.ts'
import { serveLocally } from '../../test/support/local-server.ts'
import { deliver } from './deliver.ts'

const request = (endpoint: string) => ({ endpoint, headers: { ttl: '60' }, body: Buffer.from('sealed') })

const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason
    throw error
  }
  return 'none'
}

test('DESIGN 6.5 for pushes: a name that leads to a private address is not called', async () => {
  for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1']) {
    const lookup = () => Promise.resolve([{ address, family: 4 }])
    const sent = deliver({ allowed: [], lookup }, request('https://push.example.org/x'))
    assert.equal(await refusal(sent), 'address')
  }
  const both = () =>
    Promise.resolve([
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ])
  const mixed = deliver({ allowed: [], lookup: both }, request('https://push.example.org/x'))
  assert.equal(await refusal(mixed), 'address', 'one private address is enough')
  assert.equal(await refusal(deliver({ allowed: [] }, request('http://push.example.org/x'))), 'url')
  assert.equal(await refusal(deliver({ allowed: [] }, request('https://127.0.0.1/x'))), 'url')
})

test('a redirect is an answer and is not followed', async () => {
  await using server = await serveLocally((_request, response) =>
    response.writeHead(307, { location: '/elsewhere', 'retry-after': '7' }).end(),
  )
  const answer = await deliver({ allowed: [server.host] }, request(`${server.url}/push`))
  assert.deepEqual(answer, { status: 307, retryAfterSeconds: 7 })
  assert.deepEqual(server.asked, ['POST /push'])
})
