import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const mapStacks = pathToFileURL(path.join(import.meta.dirname, '../bin/map-stacks.mjs')).href

test('decision 28: stacks name the source files, also in the bundle', async () => {
  await using bundle = await smallBundle()
  const stack = await bundle.stackOf('mapped.mjs')
  assert.match(stack, /^TypeError: why\n/)
  assert.ok(stack.includes(`${path.join(bundle.folder, 'source.ts')}:3:5`), stack)
})

test('a file without a source map keeps its place, and an error without a readable name its stack', async () => {
  await using bundle = await smallBundle()
  const stack = await bundle.stackOf('plain.mjs')
  assert.match(stack, /plain\.mjs:2:\d+/)
  assert.match(stack, /^Error\n/)
})

async function smallBundle() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dray-stacks-'))
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
  await write('mapped.mjs', 'export const make = () => new TypeError("why")')
  // The whole first line comes from line 3, column 5.
  const map = { version: 3, sources: ['source.ts'], names: [], mappings: 'AAEI' }
  await write('mapped.mjs.map', JSON.stringify(map))
  await write(
    'plain.mjs',
    'export const make = () =>\n  Object.defineProperty(new Error("why"), "name", { get() { throw new Error() } })',
  )
  const script = `
    const { mapStacks } = await import('${mapStacks}')
    mapStacks(process.argv[1])
    const { make } = await import(process.argv[1] + '/' + process.argv[2])
    console.log(make().stack)`
  return {
    folder,
    stackOf: async (file: string) =>
      (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder, file]))
        .stdout,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
