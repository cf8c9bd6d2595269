import { createJob, estimatePrice, readJob } from '#contract/partner.ts'
import { estimateRequest, jobRequest } from '#contract/samples.ts'
import { unknownJobId } from '../../test/support/trips.ts'
import type { ApiRequest } from './prism.ts'

type More = { body?: object | string; headers?: Record<string, string> }

/** Requests of the three operations: valid unless a change makes them invalid. */
export const requestsWith = (key: string) => ({
  estimate: ({ body = estimateRequest, headers }: More = {}): ApiRequest => ({
    method: estimatePrice.method,
    path: estimatePrice.url,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: asText(body),
  }),
  create: ({ body = {}, headers }: More = {}): ApiRequest => ({
    method: createJob.method,
    path: createJob.url,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: asText(typeof body === 'string' ? body : { ...newJob, ...body }),
  }),
  read: (jobId: string = unknownJobId, { headers }: More = {}): ApiRequest => ({
    method: readJob.method,
    path: readJob.url.replace(':job_id', jobId),
    headers: { 'x-api-key': key, ...headers },
  }),
})

/** Without a reference, so it can be created many times. */
const { external_reference: _, ...newJob } = jobRequest

const asText = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body))
