import type { PersonLanguage } from '#contract/vocabulary.ts'
import { texts } from '../texts/index.ts'
import { inPlainLetters, type PlainLetters } from './plain-letters.ts'

export type CodeSms = {
  /** Name of the service. */
  serviceName: string
  code: string
  /** Host of the page on which the code is typed. */
  host: string
  language: PersonLanguage
  plainLetters: PlainLetters
}

/**
 * The SMS with a sign-in code, in one segment. Phones fill in the code from the last line, and only on that host (the
 * format of WebOTP and iOS).
 */
export function codeSms({ serviceName, code, host, ...letters }: CodeSms): string {
  const text = `${serviceName}: ${texts[letters.language].sms.code(code)}`
  return `${inPlainLetters(text, letters)}\n\n@${host} #${code}`
}
