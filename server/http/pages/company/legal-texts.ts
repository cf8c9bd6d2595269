import { readFileSync } from 'node:fs'
import { type LegalText, legalTexts } from '#contract/company.ts'
import { languages, type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { nearestLanguage } from '../../../lib/nearest-language.ts'
import { OperatorError } from '../../../lib/operator-error.ts'

/** The settings of the texts: an https address, or the path of a Markdown file; null if not set. */
export type LegalSources = Record<LegalText, string | null>

/** A text and its language: the reader's, or the nearest one. Null if the path has no language. */
export type Written = { markdown: string; language: PersonLanguage | null }

export type Source =
  | { kind: 'absent' }
  | { kind: 'address'; url: Record<PersonLanguage, string> }
  | { kind: 'text'; written: Record<PersonLanguage, Written> }

/**
 * Reads the texts of the company. `{language}` in a path becomes each language, and the files that exist are read. In
 * an address it becomes `en` or `es`, because nothing tells which other pages exist; `{language:en,fr}` names them.
 *
 * @throws OperatorError that lists every unreadable file.
 */
export function readLegalTexts(sources: LegalSources): Record<LegalText, Source> {
  const faults: string[] = []
  const read = (name: LegalText): Source => {
    const source = sources[name]
    if (source === null) return { kind: 'absent' }
    const known = languagesOf(source)
    if (source.startsWith('https:')) {
      return { kind: 'address', url: inEach((reader) => filled(source, bestFor(reader, known))) }
    }
    const written = readFiles(source, known)
    if (written) return { kind: 'text', written }
    faults.push(`${settingNames[name]} names ${source}, which cannot be read`)
    return { kind: 'absent' }
  }
  const texts = Object.fromEntries(legalTexts.map((name) => [name, read(name)]))
  if (faults.length > 0) throw new OperatorError(faults.join('\n'))
  return texts as Record<LegalText, Source>
}

const settingNames = {
  help: 'HELP_PAGE',
  terms: 'LEGAL_TERMS',
  privacy: 'LEGAL_PRIVACY',
  imprint: 'LEGAL_IMPRINT',
} satisfies Record<LegalText, string>

/** `{language}` or `{language:en,es,fr}`; the configuration has checked the names (`legal-text`). */
const place = /\{language(?::([a-z,]+))?\}/g

/** The languages that a source may have. */
function languagesOf(source: string): readonly PersonLanguage[] {
  const named = [...source.matchAll(place)].flatMap(([, names]) => names?.split(',') ?? [])
  if (named.length > 0) return personLanguages.filter((each) => named.includes(each))
  return source.startsWith('https:') ? languages : personLanguages
}

/** The reader's language, else the nearest of English and Spanish, else the first one. */
const bestFor = (reader: PersonLanguage, known: readonly PersonLanguage[]): PersonLanguage =>
  [reader, nearestLanguage(reader)].find((each) => known.includes(each)) ?? known[0] ?? 'en'

const filled = (source: string, language: PersonLanguage): string => source.replaceAll(place, language)

const inEach = <T>(of: (language: PersonLanguage) => T) =>
  Object.fromEntries(personLanguages.map((language) => [language, of(language)])) as Record<PersonLanguage, T>

/** @returns null if no language has a file. */
function readFiles(source: string, known: readonly PersonLanguage[]): Record<PersonLanguage, Written> | null {
  const isInEach = filled(source, 'en') !== source
  const files = (isInEach ? known : [null]).flatMap((language): Written[] => {
    const markdown = readText(language ? filled(source, language) : source)
    return markdown === null ? [] : [{ markdown, language }]
  })
  const [first] = files
  if (!first) return null
  const found = files.flatMap(({ language }) => language ?? [])
  return inEach((reader) => files.find(({ language }) => language === bestFor(reader, found)) ?? first)
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
