import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { ErrorBody, RateLimitBody } from '#contract/common.ts'
import { openApi } from '#contract/openapi.ts'
import { Estimate, EstimateInput, Job, JobCreated, JobInput, partnerOperations } from '#contract/partner.ts'
import {
  estimateAnswer,
  estimateRequest,
  jobAnswer,
  jobRequest,
  refusals,
  statusAnswer,
} from '#contract/samples.ts'
import { errorCodes, jobSizes, jobStatuses } from '#contract/vocabulary.ts'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { exampleBaseUrl, servePages } from '../../../test/support/pages.ts'
import { defaultTariff } from '../../pricing/tariff.ts'

const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/partner-guide.md'), 'utf8')
const ajv = new Ajv({
  strict: false,
  formats: { uuid: true, 'date-time': true, uri: true },
})

const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code ?? '')

function assertValid(schema: object, value: unknown): void {
  const check = ajv.compile(schema)
  assert.ok(check(value), JSON.stringify(check.errors))
}

test('every answer shown in the guide is the one to the request shown, as in the document', () => {
  const shown = blocks('json').map((text) => JSON.parse(text) as unknown)
  assert.deepEqual(shown, [estimateAnswer, jobAnswer, statusAnswer, refusals.tooMany, refusals.invalid])
  const schemas = [Estimate, JobCreated, Job, RateLimitBody, ErrorBody]
  for (const [index, schema] of schemas.entries()) assertValid(schema, shown[index])
  assert.deepEqual(sampleBodies(), [estimateRequest, jobRequest])
})

test('the guide names every field, header, status, size, error code and answer of the contract', () => {
  const names = (schema: { properties?: object }): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...names(inner as object)])
  const words = new Set([
    ...[EstimateInput, Estimate, JobInput, JobCreated, Job, ErrorBody, RateLimitBody].flatMap(names),
    ...partnerOperations.flatMap(({ requestHeaders, answers }) => [
      ...Object.keys(requestHeaders ?? {}),
      ...Object.values(answers).flatMap((answer) => Object.keys(answer.headers ?? {})),
    ]),
    ...errorCodes,
    ...jobStatuses,
    ...jobSizes,
  ])
  const missing = [...words].filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(guide))
  assert.deepEqual(missing, [])
  const catalogue = guide.slice(guide.indexOf('## Errors'), guide.indexOf('## Limits'))
  const statuses = new Set(partnerOperations.flatMap(({ answers }) => Object.keys(answers)))
  for (const status of statuses)
    if (Number(status) >= 400) assert.match(catalogue, new RegExp(`\`${status}\``))
})

test('the tables of prices show the default tariff', () => {
  const { baseCents, stairsCentsPerFloor, handlingMinutes, stairsMinutesPerFloor } = defaultTariff
  assert.ok(guide.includes(row('`base_by_size`, the first 5 km included', euros(baseCents), '€')))
  assert.ok(guide.includes(row('each floor without an elevator', euros(stairsCentsPerFloor), '€')))
  assert.ok(guide.includes(row('handling', handlingMinutes, 'min')))
  assert.ok(guide.includes(row('each floor without an elevator', stairsMinutesPerFloor, 'min')))
})

const run = promisify(execFile)
const runners = {
  js: (code: string) => run(process.execPath, ['--input-type=module', '-e', code], { env: {} }),
  bash: (code: string) => run('sh', ['-c', code]),
  python: (code: string) => run('python3', ['-c', code]),
}

test('the samples run as they are pasted, and say the same in every language', async (t) => {
  type Seen = {
    method: string | undefined
    url: string | undefined
    key: unknown
    once: unknown
    body: unknown
  }
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push({
        method,
        url,
        key: headers['x-api-key'],
        once: headers['idempotency-key'],
        body: text && JSON.parse(text),
      })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = { js: [0, 1, 3], bash: [0, 1, 2], python: [0, 1, 3] }
  for (const [language, indices] of Object.entries(calls) as [keyof typeof calls, number[]][]) {
    // The tools used in the guide may be missing on this machine.
    if (await missing(language)) continue
    seen.length = 0
    for (const index of indices) {
      await runners[language]((blocks(language)[index] ?? '').replaceAll('{base_url}', baseUrl))
    }
    const [estimate, create, read] = seen
    assert.deepEqual(
      seen.map(({ method, url, key, once }) => [method, url, key, once]),
      [
        ['POST', '/v1/pricing/estimate', 'YOUR_TEST_KEY', undefined],
        ['POST', '/v1/jobs', 'YOUR_TEST_KEY', 'order-1001'],
        ['GET', '/v1/jobs/JOB_ID', 'YOUR_TEST_KEY', undefined],
      ],
    )
    assertValid(EstimateInput, estimate?.body)
    assertValid(JobInput, create?.body)
    assert.equal(read?.body, '')
    assert.deepEqual([estimate?.body, create?.body], sampleBodies())
  }
})

test('createOnce finds the job after a lost 201', async (t) => {
  const server = createServer((_request, response) =>
    response
      .writeHead(400, { location: '/v1/jobs/the-job' })
      .end('{"detail":"A job with this external_reference already exists."}'),
  )
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const code = (blocks('js')[2] ?? '').replaceAll('{base_url}', baseUrl)
  const { stdout } = await runners.js(`process.env.DRAY_API_KEY = 'k'
    ${code}
    console.log(await createOnce({ external_reference: 'order-1001' }))`)
  assert.equal(stdout.trim(), 'the-job')
  if (await missing('python')) return
  const python = (blocks('python')[2] ?? '').replaceAll('{base_url}', baseUrl)
  const call = `import os\nos.environ["DRAY_API_KEY"] = "k"\nprint(create_once({"external_reference": "order-1001"}))`
  assert.equal((await runners.python(`${python}\n${call}`)).stdout.trim(), 'the-job')
})

test('the retries of the guide go on after a broken connection and a 503, and end at a refusal', async (t) => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    if (seen.length === 1) request.socket.destroy()
    else if (seen.length === 2) response.writeHead(503, { 'retry-after': '1' }).end()
    else response.writeHead(request.url === '/refused' ? 422 : 201).end('answer')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const js = `${blocks('js')[4]}
    for (const path of ['/created', '/refused']) console.log((await send('${baseUrl}' + path)).status)`
  const python = `${blocks('python')[4]}
print(send("${baseUrl}/created").status)
try: send("${baseUrl}/refused")
except HTTPError as error: print(error.code)`
  const codes = { js, python }
  for (const language of ['js', 'python'] as const) {
    if (await missing(language)) continue
    seen.length = 0
    assert.equal((await runners[language](codes[language])).stdout, '201\n422\n')
    assert.deepEqual(seen, ['/created', '/created', '/created', '/refused'])
  }
})

test('the guide names the countries that the gazetteer knows', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  for (const code of knownCountries) assert.ok(guide.includes(names.of(code.toUpperCase()) ?? '?'), code)
})

test('the guide is served with this address in it, every link within it leads somewhere', async () => {
  await using site = await servePages()
  const response = await fetch(`${site.origin}/docs`)
  const html = await response.text()
  assert.equal(response.headers.get('content-language'), 'en')
  assert.ok(html.includes(`${exampleBaseUrl}/v1/jobs`))
  assert.ok(html.includes('https://links.example.test/draft/'))
  assert.doesNotMatch(html, /\{(base|link)_url\}/)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  assert.ok(targets.length > 30)
  assert.deepEqual(
    targets.filter((id) => !ids.includes(id)),
    [],
  )
})

test('the reference reads the document of the contract, uncounted', async () => {
  await using site = await servePages()
  const response = await fetch(`${site.origin}/docs/openapi.json`)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(openApi(exampleBaseUrl, '0.1.0'))))
})

test('the reference asks for a key by the name that the guide uses, and plays no jokes', async () => {
  await using site = await servePages()
  const html = await (await fetch(`${site.origin}/docs/reference`)).text()
  const script = /src="(\/docs\/reference\/scalar[^"]+)"/.exec(html)?.[1]
  const text = await (await fetch(`${site.origin}${script}`)).text()
  assert.doesNotMatch(text, /QUxMIFlPVVIg|YOUR_SECRET_TOKEN/)
  assert.match(text, /YOUR_TEST_KEY/)
})

const row = (name: string, amounts: Record<string, number>, unit: string): string =>
  `| ${name} | ${jobSizes.map((size) => `${amounts[size]} ${unit}`).join(' | ')} |`

const euros = (cents: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(cents).map(([size, amount]) => [size, amount / 100]))

const sampleBodies = (): unknown[] =>
  blocks('bash')
    .slice(0, 2)
    .map((code) => JSON.parse(/-d '([^']+)'/.exec(code)?.[1] ?? '') as unknown)

async function missing(language: keyof typeof runners): Promise<boolean> {
  if (language === 'js') return false
  try {
    await run(language === 'bash' ? 'curl' : 'python3', ['--version'])
    return false
  } catch {
    return true
  }
}
