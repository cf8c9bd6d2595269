import type { TSchema } from 'typebox'
import type { Language } from '#contract/vocabulary.ts'
import { contractText } from '../../../../texts/contract-text.ts'
import { texts } from '../../../../texts/index.ts'

/** A member of a body, with its path: `pickup.address`, `jobs[].title`. */
export type Member = { path: string; schema: Shown; isRequired: boolean }

/** The parts of a schema that a reader needs. */
export type Shown = {
  type?: string | string[]
  format?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Shown
  properties?: Record<string, Shown>
  required?: string[]
  'x-open'?: boolean
  'x-null-is-absent'?: boolean
}

/** All members of an object at any depth, each before its own members. */
export function membersOf(schema: TSchema, above = ''): Member[] {
  const { properties = {}, required = [] } = schema as Shown
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = above + name
    const inner = member.items ? membersOf(member.items, `${path}[].`) : membersOf(member, `${path}.`)
    return [{ path, schema: member, isRequired: required.includes(name) }, ...inner]
  })
}

/** `string (uuid) or null`, `string[]`. A null that means absent is left out. */
export function typeOf(schema: Shown, language: Language): string {
  const { type, format, items } = schema
  const types = [type ?? 'object'].flat().filter((each) => each !== 'null' || !schema['x-null-is-absent'])
  const named = types.map((each) => {
    if (each === 'array') return `${items ? typeOf(items, language) : ''}[]`
    return format && each === 'string' ? `${each} (${format})` : each
  })
  return named.join(` ${texts[language].reference.or} `)
}

/** The description of a member with its limits, its values and an example. */
export function meaningOf(schema: Shown, language: Language): string {
  const { description = '', examples = [] } = schema
  const [example] = schema.enum ? [] : examples
  return [
    description && contractText(description, language),
    ...limitsOf(schema, language),
    ...valuesOf(schema, language),
    example !== undefined && texts[language].reference.example(markdownCode(example)),
  ]
    .filter(Boolean)
    .join(' ')
}

function limitsOf(schema: Shown, language: Language): (string | false)[] {
  const { minLength, maxLength, minimum, maximum, maxItems, items } = schema
  const t = texts[language].reference
  return [
    limitOf({ min: minLength || undefined, max: maxLength }, t.characters, language),
    limitOf({ min: minimum, max: maximum }, t.numbers, language),
    maxItems !== undefined && t.entries(maxItems.toLocaleString(language)),
    ...(items && !items.properties ? [meaningOf(items, language)] : []),
  ]
}

type LimitTexts = {
  between: (limit: { min: string; max: string }) => string
  atLeast: (min: string) => string
  atMost: (max: string) => string
}

/** The sentence for one or both limits; false without a limit. */
function limitOf(
  { min, max }: { min: number | undefined; max: number | undefined },
  t: LimitTexts,
  language: Language,
): string | false {
  const shown = (value: number) => value.toLocaleString(language)
  if (min === undefined) return max !== undefined && t.atMost(shown(max))
  return max === undefined ? t.atLeast(shown(min)) : t.between({ min: shown(min), max: shown(max) })
}

function valuesOf(schema: Shown, language: Language): string[] {
  const t = texts[language].reference
  if ('const' in schema) return [t.always(markdownCode(schema.const))]
  const values = schema.enum?.filter((value) => value !== null).map(markdownCode)
  // `markdownCode` adds backticks, so only values quoted in the description count.
  const isQuoted = values?.every((value) => schema.description?.includes(value))
  if (!values || isQuoted) return []
  return [(schema['x-open'] ? t.oneOfToday : t.oneOf)(values.join(', '))]
}

const markdownCode = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
