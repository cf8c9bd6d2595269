import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partnerOperations } from '#contract/partner.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { normalizer } from './normal-form.ts'

type Node = {
  properties?: Record<string, Node>
  required?: string[]
  'x-null-is-absent'?: true
  type?: unknown
}

/** Optional members of a body, by their paths, that do not take null. */
function strictMembers(node: Node, path: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const isOptional = !node.required?.includes(name)
    const takesNull = member['x-null-is-absent'] && [member.type].flat().includes('null')
    const own = isOptional && !takesNull ? [`${path}.${name}`] : []
    return [...own, ...strictMembers(member, `${path}.${name}`)]
  })
}

test('3 Limits: null is absent for every optional member of every body of partners and their sandbox', () => {
  const bodies = [...partnerOperations, ...sandboxOperations].flatMap((operation) =>
    'body' in operation ? [{ id: operation.operationId, body: operation.body }] : [],
  )
  assert.ok(bodies.length >= 7)
  assert.deepEqual(
    bodies.flatMap(({ id, body }) => strictMembers(body, id)),
    [],
  )
})

const address = (text: string) => {
  const body = { at: text }
  normalizer({ properties: { at: { 'x-trim': true, 'x-one-line': true, maxLength: 500 } } })(body)
  return body.at
}

test('3 Limits: line breaks and tabs become one separator each time; other white space and commas stay', () => {
  for (const [given, read] of [
    ['Calle Mayor 10\n28013 Madrid', 'Calle Mayor 10, 28013 Madrid'],
    ['Calle Mayor 10,\r\n  28013 Madrid\r\n', 'Calle Mayor 10, 28013 Madrid'],
    ['a\t\tb\v\fc\u0085d\u2028e\u2029f', 'a, b, c, d, e, f'],
    ['a ,, \n ,, b', 'a, b'],
    ['a,,  b', 'a,,  b'],
    [',a,', ',a,'],
    ['\n\n', ''],
    ['a\n'.repeat(200), Array(200).fill('a').join(',')],
  ] as const)
    assert.equal(address(given), read)
})

test('3 Limits: a long hostile text is left as it is, and takes no time', () => {
  for (const text of [`a${' '.repeat(60_000)}a\nb`, `a\n${','.repeat(60_000)}b`])
    assert.equal(address(text), text.trim())
})
