import type { Answer } from './call.ts'
import type { JobCreated, SmsStatus } from './contract.ts'

/** A draft that was created, with what the response says beside its body. */
export type CreatedJob = JobCreated & {
  /**
   * `sent`; `retrying`: it comes later, so do nothing. `refused`: it does not come, so show the customer the link.
   * `unreachable`: the number receives no SMS, so ask for a mobile number and create a new job.
   */
  sms_status: SmsStatus
}

/** A service of before the header does not tell late from never; then nothing is to be done. */
export function createdJob(answer: Answer<JobCreated>): Answer<CreatedJob> {
  const { data, headers } = answer
  const sms_status = (headers.get('x-sms-status') ?? (data.sms_sent ? 'sent' : 'retrying')) as SmsStatus
  return { ...answer, data: { ...data, sms_status } }
}
