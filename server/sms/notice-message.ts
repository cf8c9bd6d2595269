import { foldToGsm } from './gsm.ts'
import { fitsIn } from './messages.ts'

export type NoticeSms = {
  /** Name of the service, as in the SMS with codes. */
  serviceName: string
  /** A short description of the event, then its consequences. */
  title: string
  body: string
  /** Link to the job in the app; it requires a sign-in. */
  link: string
}

const maxSegments = 2

/** The SMS of a notice, in the GSM alphabet if possible. The link is never cut; `body` is dropped first. */
export function noticeSms({ serviceName, title, body, link }: NoticeSms): string {
  const head = foldToGsm(`${serviceName}: ${title}.`)
  const whole = `${head} ${foldToGsm(body)} ${link}`
  return fitsIn(whole, maxSegments) ? whole : `${head} ${link}`
}
