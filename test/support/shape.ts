import assert from 'node:assert/strict'

/** `'string'`, `'number'`, `'integer'`, `'boolean'`, `'instant'`, `'uuid'`, a pattern, an exact value, or members. */
export type Shape =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'instant'
  | 'uuid'
  | RegExp
  | Exact
  | Members
type Members = { [name: string]: Shape }
type Exact = { exactly: unknown }

export const exactly = (value: unknown): Exact => ({ exactly: value })

/** Checks that `value` has exactly these members, with these types or values. */
export function assertShape(value: unknown, shape: Members, where = 'body'): void {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${where} is an object`)
  assert.deepEqual(Object.keys(value).sort(), Object.keys(shape).sort(), `the members of ${where}`)
  for (const [name, expected] of Object.entries(shape))
    assertOne((value as Record<string, unknown>)[name], expected, `${where}.${name}`)
}

function assertOne(value: unknown, shape: Shape, where: string): void {
  if (shape instanceof RegExp) return assert.match(String(value), shape, where)
  if (typeof shape === 'string')
    return assert.ok(kinds[shape](value), `${where} is ${shape}: ${String(value)}`)
  if ('exactly' in shape) return assert.deepEqual(value, (shape as Exact).exactly, where)
  assertShape(value, shape, where)
}

const kinds: Record<Extract<Shape, string>, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  instant: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  uuid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
}
