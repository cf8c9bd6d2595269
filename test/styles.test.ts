import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'

const root = path.join(import.meta.dirname, '..')
const read = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')

const code = read('web/src/**/*.{ts,tsx}')
const styled = classesOf(read('web/src/**/*.css'))

test('every class of the style sheets is used by a page', () => {
  assert.ok(styled.size > 200, 'the style sheets were found')
  const words = new Set(code.match(/[\w-]+/g))
  // Mantine names the parts of its components itself.
  assert.deepEqual(
    [...styled].filter((name) => !name.startsWith('mantine-') && !words.has(name)),
    [],
  )
})

test('every class of the pages has a rule in a style sheet', () => {
  const named = [...code.matchAll(/className="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  assert.ok(named.length > 200, 'the classes were found')
  assert.deepEqual(
    named.filter((name) => !styled.has(name)),
    [],
  )
})

/** The classes of the selectors. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/@import[^;]*;/g, '')
    .replaceAll(/\{[^{}]*\}/g, '')
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}
