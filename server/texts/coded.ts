import { type Texts, texts } from './index.ts'

type Sentences = Record<string, string | ((...values: never[]) => string)>

/** A stored sentence: its code, then its values. It is written in the language of the reader. */
export type Coded<S extends Sentences> = {
  [Code in keyof S & string]: S[Code] extends (...values: infer Values) => string ? [Code, ...Values] : [Code]
}[keyof S & string]

export type CheckName = Coded<Texts['doctor']['checks']>
export type Finding = Coded<Texts['doctor']['findings']>
export type Remedy = Coded<Texts['doctor']['remedies']>

/** A finding for the command line and the log. */
export const inEnglish = (finding: Finding): string => writeCoded(texts.en.doctor.findings, finding)

/**
 * Writes a stored sentence. Another version of Dray may have stored it: a sentence stored as text is returned
 * unchanged, and an unknown code is written with its values.
 */
export function writeCoded<S extends Sentences>(sentences: S, coded: Coded<S> | string): string {
  if (typeof coded === 'string') return coded
  const [code, ...values] = coded as [string, ...never[]]
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  if (sentence === undefined) return [code, ...values].join(' ')
  return typeof sentence === 'string' ? sentence : sentence(...values)
}
