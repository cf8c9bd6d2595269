import type { Texts } from './areas.ts'

export type Options = { ns?: string; count?: number; [name: string]: unknown }

type Where = {
  /** Areas to look in, in this order, for a key that names none. */
  names: string[]
  language: string
  find: (language: string, name: string) => Texts | undefined
}

/** The text of `area:path.of.names`, with its values; the path itself if there is no text. */
export function textOf(key: string, options: Options, { names, language, find }: Where): string {
  const [path = '', area = options.ns] = key.split(':').toReversed()
  for (const name of area ? [area] : names) {
    const found = pick(find(language, name), path, pluralOf(language, options.count))
    if (found !== undefined) return filledIn(found, options)
  }
  return path
}

/** `_one` or `_other`, the two endings that the texts have. */
const pluralOf = (language: string, count: number | undefined): string =>
  count === undefined ? '' : new Intl.PluralRules(language).select(count) === 'one' ? '_one' : '_other'

function pick(texts: Texts | undefined, path: string, plural: string): string | undefined {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let found: string | Texts | undefined = texts
  for (const name of names) found = typeof found === 'object' ? found[name] : undefined
  if (typeof found !== 'object') return undefined
  const text = found[last + plural] ?? found[last]
  return typeof text === 'string' ? text : undefined
}

const filledIn = (text: string, values: Options): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => (name in values ? shown(values[name]) : place))

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
