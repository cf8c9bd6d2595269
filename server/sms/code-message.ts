import type { Language } from '#contract/vocabulary.ts'
import { foldToGsm } from './gsm.ts'

export type CodeSms = {
  /** Whose app it is for. */
  serviceName: string
  code: string
  /** Of the page the code is typed into. */
  host: string
  language: Language
}

/**
 * The text with a sign-in code, in one segment. Its last line is what phones fill the code in by, and only on that host
 * (the form that WebOTP and iOS agreed on).
 */
export function codeSms({ serviceName, code, host, language }: CodeSms): string {
  return `${foldToGsm(serviceName)}: ${phrases[language](code)}\n\n@${host} #${code}`
}

/** Without á, í, ó, ú, so also "codigo": one accent would make it two segments (`gsm.ts`). */
const phrases: Record<Language, (code: string) => string> = {
  es: (code) => `${code} es tu codigo para entrar. Caduca en 10 minutos. No lo compartas con nadie.`,
  en: (code) => `${code} is your sign-in code. It expires in 10 minutes. Do not share it with anyone.`,
}
