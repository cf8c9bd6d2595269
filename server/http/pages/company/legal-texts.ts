import { readFileSync } from 'node:fs'
import { type LegalText, legalTexts } from '#contract/company.ts'
import { type Language, languages } from '#contract/vocabulary.ts'
import { OperatorError } from '../../../lib/operator-error.ts'

/** The settings of the texts: an https address, or the path of a Markdown file; null if not set. */
export type LegalSources = Record<LegalText, string | null>

/** A text and its language: the reader's, or the only one. Null if the path has no language. */
export type Written = { markdown: string; language: Language | null }

export type Source =
  | { kind: 'absent' }
  | { kind: 'address'; url: Record<Language, string> }
  | { kind: 'text'; written: Record<Language, Written> }

/**
 * Reads the texts of the company. `{language}` in an address or a path becomes `en` or `es`.
 *
 * @throws OperatorError that lists every unreadable file.
 */
export function readLegalTexts(sources: LegalSources): Record<LegalText, Source> {
  const faults: string[] = []
  const read = (name: LegalText): Source => {
    const source = sources[name]
    if (source === null) return { kind: 'absent' }
    if (source.startsWith('https:'))
      return { kind: 'address', url: inEach((language) => filled(source, language)) }
    const written = readFiles(source)
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

const filled = (source: string, language: Language): string => source.replaceAll('{language}', language)

const inEach = <T>(of: (language: Language) => T) =>
  Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, T>

/** @returns null if no language has a file. */
function readFiles(source: string): Record<Language, Written> | null {
  const isInEach = source.includes('{language}')
  const files = (isInEach ? languages : [null]).flatMap((language): Written[] => {
    const markdown = readText(language ? filled(source, language) : source)
    return markdown === null ? [] : [{ markdown, language }]
  })
  const [first] = files
  if (!first) return null
  return inEach((reader) => files.find(({ language }) => language === reader) ?? first)
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
