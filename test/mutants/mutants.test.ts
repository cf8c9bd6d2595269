import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { plantedBugs } from '../model/planted-bugs.ts'
import { mutants } from './index.ts'

const root = path.join(import.meta.dirname, '../..')

// The mutants themselves run at night, so a change that moves their code would only be noticed then.
test('the text that a mutant or a planted bug replaces is in its file exactly once', () => {
  const moved = [...mutants, ...plantedBugs].filter(
    ({ file, from }) => readFileSync(path.join(root, file), 'utf8').split(from).length !== 2,
  )
  assert.deepEqual(
    moved.map(({ name }) => name),
    [],
  )
})
