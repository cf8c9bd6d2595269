import type { PreparedRequest } from '../load/load.ts'
import { prepare, uniqueMembers } from '../load/prepare.ts'
import { newJob } from '../support/create-load.ts'
import { type Route, type Scene, uniqueJob } from './scene.ts'

export const callNames = ['status', 'estimate', 'create'] as const
export type CallName = (typeof callNames)[number]

/** The requests of a call to Dray, and the equal requests to the bare server. */
export type Requests = { dray: PreparedRequest[]; bare: PreparedRequest[] }

export function requestsOf(call: CallName, scene: Scene): Requests {
  if (call === 'status') return statusRequests(scene)
  return call === 'estimate' ? estimateRequests(scene) : createRequests(scene)
}

const keyHeader = (apiKey: string) => ({ 'x-api-key': apiKey })

/** Both read the same jobs by id. */
function statusRequests({ jobs }: Scene): Requests {
  const read = (member: string) =>
    jobs.map(({ apiKey, jobId }) =>
      prepare({ path: `/v1/jobs/${jobId}`, headers: keyHeader(apiKey), expects: `"${member}":"${jobId}"` }),
    )
  return { dray: read('job_id'), bare: read('id') }
}

/** The bare server parses the body and writes it back. */
function estimateRequests(scene: Scene): Requests {
  const requests = (path: string, expects: (route: Route) => string) =>
    eachKeyAndRoute(scene, (apiKey, route) =>
      prepare({
        method: 'POST',
        path,
        headers: keyHeader(apiKey),
        body: { size: newJob.size, ...route.pair },
        expects: expects(route),
      }),
    )
  return {
    dray: requests('/v1/pricing/estimate', ({ total }) => `${total},`),
    bare: requests('/echo', ({ pair }) => pair.dropoff.address),
  }
}

/** The bare server inserts a job row with the same members. */
function createRequests(scene: Scene): Requests {
  const requests = (expects: string) =>
    eachKeyAndRoute(scene, (apiKey, { pair }) =>
      prepare({
        method: 'POST',
        path: '/v1/jobs',
        headers: keyHeader(apiKey),
        body: uniqueJob(pair),
        status: 201,
        expects,
      }),
    )
  return { dray: requests(`"${uniqueMembers.external_reference}"`), bare: requests('"id":"') }
}

/** Requests in which keys and routes change independently of each other. */
function eachKeyAndRoute(
  { keys, routes }: Scene,
  make: (apiKey: string, route: Route) => PreparedRequest,
): PreparedRequest[] {
  return Array.from({ length: keys.length * 2 }, (_, index) => {
    const [apiKey, route] = [keys[index % keys.length], routes[(index * 3) % routes.length]]
    if (apiKey === undefined || !route) throw new Error('no keys or no routes')
    return make(apiKey, route)
  })
}
