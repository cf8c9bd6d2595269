import type { Language } from '#contract/vocabulary.ts'
import { foldToGsm } from './gsm.ts'
import { inPlainLetters, type PlainLetters } from './plain-letters.ts'
import { fitsIn } from './segments.ts'

export type NoticeSms = {
  /** Name of the service, as in the SMS with codes. */
  serviceName: string
  /** A short description of the event, then its consequences. */
  title: string
  body: string
  /** Link to the job in the app; it requires a sign-in. */
  link: string
  language: Language
  plainLetters: PlainLetters
}

const maxSegments = 2

/** The SMS of a notice. What does not fit loses its accents, then `body`; the link is never cut. */
export function noticeSms({ serviceName, title, body, link, ...letters }: NoticeSms): string {
  const head = `${serviceName}: ${title}.`
  const withLink = (words: string) => `${words} ${link}`
  const cheapest = (words: string) =>
    inPlainLetters(withLink(words), letters, () => withLink(foldToGsm(words)))
  const whole = `${head} ${body}`
  const forms = [cheapest(whole), withLink(foldToGsm(whole)), cheapest(head)]
  return forms.find((text) => fitsIn(text, maxSegments)) ?? withLink(foldToGsm(head))
}
