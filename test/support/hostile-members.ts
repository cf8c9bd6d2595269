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

/** A body with each member, on its own, of each of these values; the others are absent. */
export function hostileMembers({ body }: MountedRoute): string[] {
  const names = Object.keys(body?.properties ?? {})
  const each = names.flatMap((name) => values.map((value) => JSON.stringify({ [name]: value })))
  return [
    ...each,
    ...values.map((value) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))),
  ]
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

/** Every declared member of the query with each of these values, and queries that declare nothing. */
export function hostileQueries({ query }: MountedRoute): string[] {
  const names = Object.keys(query.properties ?? {})
  const each = names.flatMap((name) => texts.map((value) => `?${name}=${value.replace('NAME', name)}`))
  return [
    ...each,
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
}
