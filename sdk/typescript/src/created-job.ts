import type { Answer } from './call.ts'
import type { JobCreated, SmsStatus } from './contract.ts'
import { linkIn } from './link-in.ts'
import type { Settings } from './options.ts'

/** A draft that was created, with values from the headers of the response. */
export type CreatedJob = JobCreated & {
  /**
   * `sent`; `retrying`: it comes later, so do nothing. `refused`: it does not come, so show the customer the link.
   * `unreachable`: the number receives no SMS, so ask for a mobile number and create a new job.
   */
  sms_status: SmsStatus
  /** The link of the SMS: it opens the draft in a browser. Null only from an older service. */
  web_url: string | null
}

/** Adds the values of the response headers. An older service does not tell late from never. */
export function createdJob(answer: Answer<JobCreated>, settings: Settings): Answer<CreatedJob> {
  const { data, headers } = answer
  const sms_status = (headers.get('x-sms-status') ?? (data.sms_sent ? 'sent' : 'retrying')) as SmsStatus
  return { ...answer, data: { ...data, sms_status, web_url: linkIn(headers, 'alternate', settings) } }
}
