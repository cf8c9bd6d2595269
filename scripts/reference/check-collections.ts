import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tags } from '#contract/openapi.ts'
import { createJob, partnerOperations } from '#contract/partner.ts'
import type { TestDray } from '../../test/support/dray.ts'
import { type Result, resultOf } from './result.ts'
import { type Ran, runTool, toolFile, type Work } from './tools.ts'

/** What Newman, which runs Postman collections, writes about a run. */
type NewmanReport = {
  run: {
    stats: { assertions: { total: number }; requests: { total: number } }
    failures: { source?: { name?: string }; error: { test?: string; message: string } }[]
    executions: { item: { name: string }; response?: { code: number } }[]
  }
}

/** Portman: a collection with contract tests and with invalid requests, made from the document and run against Dray. */
export const checkPortman = (work: Work, app: TestDray, photo: string): Promise<Result> =>
  resultOf('Portman (contract and fuzzing tests)', async () => {
    const { apiKey } = await app.partner({ mode: 'test' })
    writeFileSync(work.file('portman-openapi.json'), withEveryMember(work, photo))
    const file = work.file('portman-report.json')
    // Portman stops at the first error by default, and then there is no report.
    const newman = { abortOnFailure: false, reporters: ['json'], reporter: { json: { export: file } } }
    const command = [
      'portman',
      '--local=portman-openapi.json',
      `--baseUrl=${app.url}`,
      '--output=portman-collection.json',
      `--portmanConfigFile=${toolFile('portman.json')}`,
      `--postmanConfigFile=${toolFile('postman-options.json')}`,
      '--runNewman',
      `--newmanRunOptions=${JSON.stringify(newman)}`,
    ]
    const ran = await runTool(work, command, { PORTMAN_API_KEY: apiKey })
    const { stats, failures } = reportOf(file, ran).run
    return {
      covered: `${stats.requests.total} requests, ${stats.assertions.total} assertions`,
      violations: failures.map(nameOf),
    }
  })

/**
 * Portman invalidates the members that the example of the request has, and expects an error also for members that it
 * lacks. So its document has an example with every member.
 */
function withEveryMember(work: Work, photo: string): string {
  const document = JSON.parse(readFileSync(work.file('openapi.json'), 'utf8')) as {
    paths: Record<string, { post: { requestBody: { content: { 'application/json': { example: object } } } } }>
  }
  const media = document.paths[createJob.url]?.post.requestBody.content['application/json']
  if (!media) throw new Error('the document has no request to create a job')
  media.example = { ...media.example, description: 'Two seats and a chair', photos: [photo] }
  return JSON.stringify(document)
}

/**
 * The collection and the environment that partners download, run as Postman runs them. Not its sandbox: one of its
 * requests uses up the rate limit of the key, and one deletes the job that others read.
 */
export const checkPostmanFiles = (work: Work, app: TestDray): Promise<Result> =>
  resultOf('Newman (our Postman collection)', async () => {
    const { apiKey } = await app.partner({ mode: 'test' })
    for (const name of ['postman-collection.json', 'postman-environment.json'])
      writeFileSync(work.file(name), await (await fetch(`${app.url}/docs/${name}`)).text())
    const file = work.file('newman-report.json')
    const command = [
      'newman',
      'run',
      'postman-collection.json',
      '--environment=postman-environment.json',
      `--env-var=base_url=${app.url}`,
      `--env-var=api_key=${apiKey}`,
      ...tags.map(({ name }) => `--folder=${name}`),
      '--iteration-count=2',
      '--reporters=json',
      `--reporter-json-export=${file}`,
    ]
    const ran = await runTool(work, command)
    const { executions, failures } = reportOf(file, ran).run
    const refused = executions.filter(({ response }) => !response || response.code >= 300)
    const expected = 2 * partnerOperations.length
    return {
      covered: `${executions.length} requests in two rounds`,
      violations: [
        ...failures.map(nameOf),
        ...refused.map(({ item, response }) => `${item.name}: ${response?.code ?? 'no response'}`),
        ...(executions.length === expected ? [] : [`${executions.length} requests instead of ${expected}`]),
      ],
    }
  })

const nameOf = ({ source, error }: NewmanReport['run']['failures'][number]): string =>
  `${source?.name ?? ''}: ${error.test ?? ''} ${error.message.slice(0, 300)}`

function reportOf(file: string, { code, stdout, stderr }: Ran): NewmanReport {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as NewmanReport
  throw new Error(`no report, exit code ${code}: ${`${stderr}\n${stdout}`.trim().slice(-2_000)}`)
}
