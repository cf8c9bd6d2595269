import { startCall, startCarriersCall } from '#contract/app/calls.ts'
import type { CarrierJob, CustomerJob } from '#contract/app/job.ts'
import { call } from '../../kit/api.ts'

/** Asks for a number over which both sides call each other. Not offline: it is used at once. */
export type CallSender<Job> = { send: (jobId: string) => Promise<Job> }

export const customersCall: CallSender<CustomerJob> = {
  send: (job_id) => call(startCall, { params: { job_id } }),
}

export const carriersCall: CallSender<CarrierJob> = {
  send: (job_id) => call(startCarriersCall, { params: { job_id } }),
}
