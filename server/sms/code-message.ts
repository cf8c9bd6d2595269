import type { Language } from '#contract/vocabulary.ts'
import { foldToGsm } from './gsm.ts'

export type CodeSms = {
  /** Name of the service. */
  serviceName: string
  code: string
  /** Host of the page on which the code is typed. */
  host: string
  language: Language
}

/**
 * The SMS with a sign-in code, in one segment. Phones fill in the code from the last line, and only on that host (the
 * format of WebOTP and iOS).
 */
export function codeSms({ serviceName, code, host, language }: CodeSms): string {
  return `${foldToGsm(serviceName)}: ${phrases[language](code)}\n\n@${host} #${code}`
}

/** Spelled without á, í, ó, ú ("codigo"), because a single accent would make two segments (`gsm.ts`). */
const phrases: Record<Language, (code: string) => string> = {
  es: (code) => `${code} es tu codigo para entrar. Caduca en 10 minutos. No lo compartas con nadie.`,
  en: (code) => `${code} is your sign-in code. It expires in 10 minutes. Do not share it with anyone.`,
}
