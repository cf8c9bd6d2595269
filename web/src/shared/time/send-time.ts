import type { CarrierJob, CustomerJob } from '#contract/app/job.ts'
import {
  agreeToCustomersWindow,
  agreeToWindow,
  proposeCarriersWindow,
  proposeWindow,
} from '#contract/app/windows.ts'
import { sendReliably } from '../../kit/waiting.ts'

type ProposedBody = { window_id: string; seen_id?: string; day: string; from: string; to: string }

/** How one side sends what it does about the time: through the offline queue. */
export type TimeSender<J> = {
  side: 'customer' | 'carrier'
  propose: (job_id: string, body: ProposedBody) => Promise<J>
  agree: (job_id: string, window_id: string) => Promise<J>
}

export const customersTime: TimeSender<CustomerJob> = {
  side: 'customer',
  propose: (job_id, body) => sendReliably(proposeWindow, { params: { job_id }, body }, job_id),
  agree: (job_id, window_id) => sendReliably(agreeToWindow, { params: { job_id, window_id } }, job_id),
}

export const carriersTime: TimeSender<CarrierJob> = {
  side: 'carrier',
  propose: (job_id, body) => sendReliably(proposeCarriersWindow, { params: { job_id }, body }, job_id),
  agree: (job_id, window_id) =>
    sendReliably(agreeToCustomersWindow, { params: { job_id, window_id } }, job_id),
}

/** Operations of this file, for what waits in the queue. */
export const timeOperations: readonly string[] = [
  proposeWindow.operationId,
  agreeToWindow.operationId,
  proposeCarriersWindow.operationId,
  agreeToCustomersWindow.operationId,
]
