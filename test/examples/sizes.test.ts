import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'

const folder = path.join(import.meta.dirname, '..', '..', 'examples')

/** Lines of all files that the pattern names. */
function linesOf(pattern: string): number {
  const files = globSync(pattern, { cwd: folder, exclude: (name) => name.includes('node_modules') })
  assert.ok(files.length > 0, pattern)
  return files
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').length)
    .reduce((sum, lines) => sum + lines, 0)
}

for (const [example, templates] of Object.entries({
  'express-classifieds': 'views/*.ejs',
  'python-shop': 'templates/*.html',
}))
  test(`examples/${example} has less than 200 lines of code, of templates and of CSS`, () => {
    for (const files of ['**/*.{ts,js,py}', templates, '**/*.css']) {
      const lines = linesOf(`${example}/${files}`)
      assert.ok(lines < 200, `${files}: ${lines} lines`)
    }
  })
