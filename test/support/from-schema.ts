import fc from 'fast-check'
import type { TSchema } from 'typebox'

type Node = {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  pattern?: string
  'x-check'?: string
  'x-trim'?: boolean
  'x-one-line'?: boolean
}

/** Values that a schema cannot describe: by name of an `x-check`, and by path of a member with an external meaning. */
export type Known = {
  checks: Record<string, fc.Arbitrary<string>>
  members?: Record<string, fc.Arbitrary<unknown>>
}

/** Arbitrary values that are valid for a schema of the contract; values at the limits are more frequent. */
export function valuesOf(schema: TSchema, known: Known): fc.Arbitrary<unknown> {
  return value(schema, known, '')
}

function value(node: Node, known: Known, path: string): fc.Arbitrary<unknown> {
  const given = known.members?.[path]
  if (given) return given
  if (node.enum) return fc.constantFrom(...node.enum)
  const kinds = [node.type ?? []].flat().map((type) => ofType(type, node, known, path))
  return fc.oneof(...kinds)
}

function ofType(type: string, node: Node, known: Known, path: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return node['x-check'] ? (known.checks[node['x-check']] ?? missing(node['x-check'])) : text(node)
    case 'number':
      return number(node)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(value(node.items ?? {}, known, `${path}[]`), { maxLength: node.maxItems ?? 5 })
    case 'object':
      return members(node, known, path)
    default:
      return missing(type)
  }
}

function members(node: Node, known: Known, path: string): fc.Arbitrary<object> {
  const entries = Object.entries(node.properties ?? {})
  const model = Object.fromEntries(
    entries.map(([name, member]) => [name, value(member, known, path ? `${path}.${name}` : name)]),
  )
  return fc.record(model, { requiredKeys: node.required ?? [], noNullPrototype: true })
}

function number({ minimum = -1e6, maximum = 1e6 }: Node): fc.Arbitrary<number> {
  const within = fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(
    fc.constantFrom(minimum, maximum, 0, -0),
    fc.integer({ min: minimum, max: maximum }),
    within,
  )
}

/**
 * Texts that match the pattern. For `x-trim` they may be surrounded by white space, which does not count; for
 * `x-one-line` commas and line breaks do not count, because the server joins the lines.
 */
function text({ minLength = 0, maxLength = 100, pattern, ...node }: Node): fc.Arbitrary<string> {
  const taken = new RegExp(pattern ?? '', 'u')
  const solid = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((point) => taken.test(`a${point}a`) && taken.test(point.repeat(3)) && point.trim() !== '')
  const body = (min: number, max: number) => fc.array(solid, { minLength: min, maxLength: max, size: '+1' })
  const edges = fc.constantFrom(minLength, maxLength).chain((length) => body(length, length))
  const points = fc.oneof(
    { weight: 4, arbitrary: body(minLength, maxLength) },
    { weight: 1, arbitrary: edges },
  )
  const counting = (parts: string[]) =>
    parts.filter((point) => !(node['x-one-line'] && /[,\u0085]/.test(point)))
  const plain = points.filter((parts) => counting(parts).length >= minLength).map((parts) => parts.join(''))
  if (!node['x-trim']) return plain
  const blank = fc.constantFrom('', ' ', '\t', '\n ', '\u00a0', '\ufeff')
  return fc.tuple(blank, plain, blank).map((parts) => parts.join(''))
}

function missing(what: string): never {
  throw new Error(`no values are known for ${what}`)
}
