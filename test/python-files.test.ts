import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'

const root = path.join(import.meta.dirname, '..')

test('no function of Python is longer than 60 lines, comments and empty lines not counted', () => {
  const files = globSync('{sdk,examples}/**/*.py', { cwd: root })
  assert.ok(files.length > 10, 'the files were found')
  const long = files.flatMap((file) =>
    functionsOf(readFileSync(path.join(root, file), 'utf8'))
      .filter(({ lines }) => lines > 60)
      .map(({ name }) => `${file}: ${name}`),
  )
  assert.deepEqual(long, [])
})

/** The functions of a Python file. Each ends before the next line that is indented no deeper than its first. */
function functionsOf(text: string): { name: string; lines: number }[] {
  const lines = text.split('\n').filter((line) => /^\s*[^\s#]/.test(line))
  const indentOf = (line: string) => line.search(/\S/)
  return lines.flatMap((line, start) => {
    const name = /^\s*(?:async )?def (\w+)/.exec(line)?.[1]
    if (!name) return []
    const rest = lines.slice(start + 1)
    // A line with `)` alone ends the parameters.
    const length = rest.findIndex((each) => indentOf(each) <= indentOf(line) && !/^\s*\)/.test(each))
    return [{ name, lines: 1 + (length < 0 ? rest.length : length) }]
  })
}
