import assert from 'node:assert/strict'
import { test } from 'node:test'
import { program } from './program.ts'

const namesOf = async (words: string[]): Promise<string[]> =>
  (await program(words)).commands.map((command) => command.name())

test('a command loads its group and no other', async () => {
  const all = await namesOf([])
  for (const name of all) {
    const loaded = await namesOf([name, 'list'])
    assert.ok(loaded.includes(name), name)
    assert.ok(loaded.length < 4, `${name}: ${loaded.join(', ')}`)
    assert.deepEqual(await namesOf(['--as', 'job', name]), loaded)
    assert.deepEqual(await namesOf(['--as=job', name]), loaded)
  }
})

test('all groups are loaded for help, and for a word that names none', async () => {
  const all = await namesOf([])
  assert.ok(all.length > 20, String(all.length))
  for (const words of [['--help'], ['help', 'key'], ['--as', 'key', '--help'], ['keys'], ['--json', 'key']])
    assert.deepEqual(await namesOf(words), all, words.join(' '))
})
