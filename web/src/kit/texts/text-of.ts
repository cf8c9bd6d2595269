import type { Areas } from '../../texts/areas.ts'

export type Tree = { readonly [name: string]: string | Tree }

export type Area = keyof Areas

/** The paths of all texts of a tree, without the endings of the plural. */
type PathOf<T> = {
  [Name in keyof T & string]: T[Name] extends string
    ? Name extends `${infer Base}_${'one' | 'other'}`
      ? Base
      : Name
    : `${Name}.${PathOf<T[Name]>}`
}[keyof T & string]

/** `path.of.names` in one of these areas, or `area:path.of.names` in any. */
export type Key<A extends Area> =
  | { [Name in A]: PathOf<Areas[Name]> }[A]
  | { [Name in Area]: `${Name}:${PathOf<Areas[Name]>}` }[Area]

/** Values of the placeholders `{{name}}` in a text. A `count` chooses between singular and plural too. */
export type Values = { count?: number; [name: string]: unknown }

export type Translate<A extends Area> = (key: Key<A>, values?: Values) => string

type Where = {
  /** Areas to look in, in this order, for a key without an area. */
  names: readonly string[]
  language: string
  find: (name: string) => Tree | undefined
}

/** The text of a key, with its values; null if it is missing. */
export function textOf(key: string, values: Values, { names, language, find }: Where): string | null {
  const [path = '', area] = key.split(':').toReversed()
  for (const name of area ? [area] : names) {
    const found = pick(find(name), path, pluralOf(language, values.count))
    if (found !== undefined) return filledIn(found, values)
  }
  return null
}

/** `_one` or `_other`, the two endings that the texts have. Portuguese is that of Portugal, as in `money.ts`. */
function pluralOf(language: string, count: number | undefined): string {
  if (count === undefined) return ''
  const rules = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language)
  return rules.select(count) === 'one' ? '_one' : '_other'
}

function pick(texts: Tree | undefined, path: string, plural: string): string | undefined {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let found: string | Tree | undefined = texts
  for (const name of names) found = typeof found === 'object' ? own(found, name) : undefined
  if (typeof found !== 'object') return undefined
  const text = own(found, last + plural) ?? own(found, last)
  return typeof text === 'string' ? text : undefined
}

const own = (texts: Tree, name: string): string | Tree | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

const filledIn = (text: string, values: Values): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? shown(values[name]) : place,
  )

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
