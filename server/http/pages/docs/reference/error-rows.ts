import type { TSchema } from 'typebox'
import { everywhere, withBody } from '#contract/answers.ts'
import { DuplicateReferenceBody, ErrorBody, RateLimitBody } from '#contract/common.ts'
import type { Answer } from '#contract/operation.ts'
import { everywhereInSandbox, MoveRefused } from '#contract/sandbox/answers.ts'
import type { Language } from '#contract/vocabulary.ts'
import { contractText } from '../../../../texts/contract-text.ts'
import { texts } from '../../../../texts/index.ts'
import { helpAnchor } from '../../../errors/help.ts'
import { headerMeaning, responseTable, table } from './tables.ts'

type Answers = Record<number, Answer>

/** The errors that operations share, by their list in the contract. */
const shared = new Set<Answer>([
  ...Object.values(everywhere),
  ...Object.values(withBody),
  everywhereInSandbox[403],
])

/** The errors of one operation: a table of the errors that only it has, and a line with the shared errors. */
export function errorsOf(answers: Answers, language: Language): string {
  const errors = Object.entries(answers).filter(([status]) => Number(status) >= 400)
  const own = errors.filter(([, answer]) => !shared.has(answer))
  const others = errors.filter(([, answer]) => shared.has(answer))
  const line = others.map(([status, answer]) => linksTo({ status, answer, isShort: true })).join(', ')
  return [errorTable(own, language), `${texts[language].reference.alsoEverywhere} ${line}.`]
    .filter(Boolean)
    .join('\n\n')
}

/** All shared errors. */
export const sharedErrors = (language: Language): string =>
  errorTable(
    [
      ...Object.entries({ ...everywhere, ...withBody }),
      ['403', everywhereInSandbox[403]] as [string, Answer],
    ].sort(([a], [b]) => Number(a) - Number(b)),
    language,
  )

function errorTable(errors: [string, Answer][], language: Language): string {
  const { response, columns, headersAndBody } = texts[language].reference
  return table(
    [response, columns.meaning, headersAndBody],
    errors.map(([status, answer]) => [
      linksTo({ status, answer, isShort: false }),
      contractText(answer.description, language),
      restOf(answer, language),
    ]),
  )
}

type Linked = { status: string; answer: Answer; isShort: boolean }

/** Links to the paragraphs of the guide on the errors that the examples show, each once. */
function linksTo({ status, answer, isShort }: Linked): string {
  const links = Object.values(answer.examples ?? {}).map((example) => {
    const { error: code = null } = example as { error?: string }
    const label = isShort || !code ? status : `${status} ${code}`
    return `[\`${label}\`](/docs/errors#${helpAnchor({ status: Number(status), code })})`
  })
  return [...new Set(links)].join(', ')
}

function restOf({ headers = {}, body }: Answer, language: Language): string {
  const named = Object.entries(headers).map(
    ([name, header]) => `\`${name}\`: ${headerMeaning(header, language)}`,
  )
  const names = errorBodies.filter((each) => bodiesIn(body).includes(each)).map(linkToBody)
  return [...named, `${texts[language].reference.body} ${names.join(', ')}`].join(' ')
}

const bodiesIn = (body: TSchema | null): unknown[] =>
  body && 'anyOf' in body ? (body['anyOf'] as unknown[]) : [body]

const errorBodies: readonly TSchema[] = [ErrorBody, DuplicateReferenceBody, RateLimitBody, MoveRefused]

const nameOf = (schema: TSchema): string => (schema as unknown as { $id: string }).$id

const linkToBody = (schema: TSchema): string => `[\`${nameOf(schema)}\`](#body-${nameOf(schema)})`

/** The members of each possible error body. */
export const errorBodyParts = (language: Language): string =>
  errorBodies
    .map((schema) => `### ${nameOf(schema)} {#body-${nameOf(schema)}}\n\n${responseTable(schema, language)}`)
    .join('\n\n')
