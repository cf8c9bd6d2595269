import { jobRequest, statusAnswer } from '#contract/samples.ts'
import { serveLocally } from '../../test/support/local-server.ts'
import type { Exchange } from '../../test/support/report-exchange.ts'
import type { ApiRequest, Prism } from './prism.ts'
import { requestsWith } from './requests.ts'
import { operationAt, type Seen, showRecorded } from './seen.ts'

/** Collects the exchanges that tests report. `shown` resolves when Prism has seen all of them. */
export type Collector = AsyncDisposable & { url: string; shown: () => Promise<Seen[]> }

/**
 * The tests talk to Dray directly, so a proxy cannot change what they test, and report each exchange here. Prism then
 * sees it as a proxy would: the unchanged request, and a server that returns the recorded response.
 */
export async function startCollector(prism: Prism): Promise<Collector> {
  const seen: Seen[] = []
  let work: Promise<void> = Promise.resolve()
  const server = await serveLocally((_request, response, body) => {
    const exchange = JSON.parse(body) as Exchange
    work = work.then(async () => void seen.push(...(await show(prism, exchange))))
    response.writeHead(204).end()
  })
  const shown = async () => {
    await work
    return seen
  }
  return { url: server.url, shown, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function show(prism: Prism, { request, recorded }: Exchange): Promise<Seen[]> {
  const operation = operationAt(request.method, request.path)
  if (!operation) return []
  const shown = recorded.status < 400 ? asDocumented(request) : validRequest(operation.operationId)
  try {
    return [await showRecorded(prism, shown, recorded)]
  } catch (error) {
    const violations = [`${operation.operationId} ${recorded.status}: not shown: ${String(error)}`]
    return [{ operationId: operation.operationId, status: recorded.status, violations }]
  }
}

/**
 * The request in the words of the document, which says what Prism cannot know: white space around a text marked
 * `x-trim` is not judged. And the tests serve photos from ports of this machine, which the operator of an installation
 * has to allow.
 */
function asDocumented(request: ApiRequest): ApiRequest {
  if (request.body === undefined) return request
  const body = JSON.parse(request.body, (name, value: unknown) =>
    typeof value === 'string' && name !== 'external_reference'
      ? value.trim().replace(/^http:\/\/127\.0\.0\.1:\d+\//, 'http://photos.test/')
      : value,
  ) as unknown
  return { ...request, body: JSON.stringify(body) }
}

/** A refused request may be anything, even one that Prism cannot read; only its response is of interest. */
function validRequest(operationId: string): ApiRequest {
  const { estimate, create, read } = requestsWith('any')
  if (operationId === 'estimatePrice') return estimate()
  return operationId === 'createJob' ? create({ body: jobRequest }) : read(statusAnswer.job_id)
}
