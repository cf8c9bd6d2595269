import assert from 'node:assert/strict'
import test from 'node:test'
import { parseSettings } from './settings-file.ts'

test('reads names and values as `node --env-file` does', () => {
  const text = '# a comment\n\nA=1\nB = two words # why\nexport C="x # y"\nD=\r\nE=a=b&c\n  F=\'it "is"\'\n'
  assert.deepEqual(parseSettings(text), {
    values: { A: '1', B: 'two words', C: 'x # y', D: '', E: 'a=b&c', F: 'it "is"' },
    faults: [],
  })
})

test('a byte order mark at the start, as some editors write it, is not part of the first line', () => {
  assert.deepEqual(parseSettings('\uFEFFA=1\nB=2'), { values: { A: '1', B: '2' }, faults: [] })
  assert.deepEqual(parseSettings('A=1\n\uFEFFB'), {
    values: { A: '1' },
    faults: ['line 2 is not NAME=value'],
  })
})

test('names each unreadable line by its number, without its content', () => {
  const bad = [
    'TOKEN secret',
    '=secret',
    'A-B=secret',
    '1A=secret',
    'A="secret',
    "A='secret",
    'two words=secret',
  ]
  for (const line of bad) {
    const { values, faults } = parseSettings(`FIRST=1\n${line}\n`)
    assert.deepEqual(faults, ['line 2 is not NAME=value'], line)
    assert.deepEqual(values, { FIRST: '1' })
  }
})

test('a name that is set twice is a fault: one of both is a mistake', () => {
  assert.deepEqual(parseSettings('A=1\nB=2\nA=3').faults, ['line 3 sets A again, after line 1'])
})
