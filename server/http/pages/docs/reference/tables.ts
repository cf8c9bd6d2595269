import type { TSchema } from 'typebox'
import type { Header, Operation } from '#contract/operation.ts'
import type { Language } from '#contract/vocabulary.ts'
import { contractText } from '../../../../texts/contract-text.ts'
import { texts } from '../../../../texts/index.ts'
import { meaningOf, membersOf, type Shown, typeOf } from './members.ts'

/** A table of Markdown, or nothing without rows. */
export function table(heads: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

/** What a request has besides its body. */
export function parameterTable(
  { params, query, requestHeaders = {} }: Operation,
  language: Language,
): string {
  const { columns, places, required, optional } = texts[language].reference
  const inUrl = ([place, schema]: ['path' | 'query', TSchema | undefined]) =>
    membersOf(schema ?? {}).map(({ path, schema: member, isRequired }) => [
      `\`${path}\``,
      places[place],
      isRequired ? required : optional,
      meaningOf(member, language),
    ])
  const headers = Object.entries(requestHeaders).map(([name, header]) => [
    `\`${name}\``,
    places.header,
    optional,
    meaningOf({ description: header.description }, language),
  ])
  return table(
    [columns.name, columns.place, '', columns.meaning],
    [...inUrl(['path', params]), ...inUrl(['query', query]), ...headers],
  )
}

/** The members of a request body. */
export function requestTable(body: TSchema, language: Language): string {
  const { columns, required, optional } = texts[language].reference
  return table(
    [columns.field, columns.type, '', columns.meaning],
    membersOf(body).map(({ path, schema, isRequired }) => [
      `\`${path}\``,
      typeOf(schema, language),
      isRequired ? required : optional,
      meaningOf(schema, language),
    ]),
  )
}

/** The members of a response body. */
export function responseTable(body: TSchema, language: Language): string {
  const { columns, optional } = texts[language].reference
  return table(
    [columns.field, columns.type, columns.meaning],
    membersOf(body).map(({ path, schema, isRequired }) => [
      `\`${path}\``,
      isRequired ? typeOf(schema, language) : `${typeOf(schema, language)}, ${optional}`,
      meaningOf(schema, language),
    ]),
  )
}

export const headerTable = (headers: Record<string, Header>, language: Language): string =>
  table(
    [texts[language].reference.header, texts[language].reference.columns.meaning],
    Object.entries(headers).map(([name, header]) => [`\`${name}\``, headerMeaning(header, language)]),
  )

/** Without the type: each header is a text or a number, as its description says. */
export function headerMeaning({ description, schema }: Header, language: Language): string {
  const { enum: values } = schema as Shown
  return values ? meaningOf({ description, enum: values }, language) : contractText(description, language)
}
