import { long } from './hostile-requests.ts'
import type { MountedRoute } from './mounted-routes.ts'

const values = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u200b',
  '',
  ' ',
  long(20_000),
  -1,
  0,
  1e308,
  2 ** 53,
  0.1,
  true,
  null,
  [],
  {},
  [null],
]

type IsFirst = (kind: string) => boolean

/** All of them for the first member with a name and schema; for equal members elsewhere a quarter of them, in turn. */
const shareOf = <T>(all: readonly T[], isWhole: boolean, turn: number): T[] =>
  all.filter((_, at) => isWhole || at % 4 === turn % 4)

/** A body with each member, on its own, of each of these values; the others are absent. */
export function hostileMembers({ body }: MountedRoute, isFirst: IsFirst, turn: number): string[] {
  const members = Object.entries(body?.properties ?? {})
  const each = members.flatMap(([name, schema]) =>
    shareOf(values, isFirst(`member ${name} ${JSON.stringify(schema)}`), turn).map((value) =>
      JSON.stringify({ [name]: value }),
    ),
  )
  const whole = shareOf(values, isFirst(`body ${JSON.stringify(body)}`), turn).map((value) =>
    JSON.stringify(Object.fromEntries(members.map(([name]) => [name, value]))),
  )
  return [...each, ...whole]
}

const texts = [
  '%00',
  '',
  '%ff',
  '%',
  '-1',
  '1e999',
  '9'.repeat(30),
  'NaN',
  '%ed%a0%80',
  long(3_000),
  '%5b%5d',
  'a&NAME=b',
  '2026-02-30',
  '99999-01-01T00:00:00Z',
]

const undeclared = [
  '?',
  '?%',
  '?%00',
  '?__proto__=a',
  '?a[b]=c',
  `?${'a=b&'.repeat(1_000)}`,
  '??',
  '?a=%ff',
  '#x',
]

/** Every declared member of the query with each of these values, and queries that declare nothing. */
export function hostileQueries({ query }: MountedRoute, isFirst: IsFirst, turn: number): string[] {
  const each = Object.entries(query.properties ?? {}).flatMap(([name, schema]) =>
    shareOf(texts, isFirst(`query ${name} ${JSON.stringify(schema)}`), turn).map(
      (value) => `?${name}=${value.replace('NAME', name)}`,
    ),
  )
  return [...each, ...shareOf(undeclared, isFirst('a query'), turn)]
}
