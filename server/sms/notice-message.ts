import { foldToGsm } from './gsm.ts'
import { segments } from './messages.ts'

export type NoticeSms = {
  /** The name of the app, as in the texts with codes. */
  serviceName: string
  /** What happened, in a few words, and what follows from it. */
  title: string
  body: string
  /** Leads to the job in the app; a person has to be signed in there. */
  link: string
}

const maxSegments = 2

/** The text of a notice, in the GSM alphabet where the words allow it. The link is never cut; the details go first. */
export function noticeSms({ serviceName, title, body, link }: NoticeSms): string {
  const head = foldToGsm(`${serviceName}: ${title}.`)
  const whole = `${head} ${foldToGsm(body)} ${link}`
  return segments(whole) <= maxSegments ? whole : `${head} ${link}`
}
