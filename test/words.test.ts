import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRetired } from '../scripts/retired-words.ts'

const found = (file: string, text: string) =>
  findRetired(file, text).map((each) => [each.line, each.found] as const)

test('a retired word is found in comments, names, strings and prose, with its line', () => {
  assert.deepEqual(found('server/x.ts', 'const a = 1\n// Whoever asks\n'), [[2, 'Whoever']])
  assert.deepEqual(found('server/x.ts', 'const lookAgainMs = 3'), [[1, 'lookAgain']])
  assert.deepEqual(found('test/x.test.ts', "test('is asked anew', () => {})"), [[1, 'anew']])
  assert.deepEqual(found('docs/x.md', 'The call is under way.'), [[1, 'under way']])
})

test('a phrase is found over the end of a line', () => {
  assert.deepEqual(found('server/x.ts', '/**\n * With a lock of its\n * own.\n */'), [[2, 'of its * own']])
  assert.deepEqual(found('docs/x.md', 'It is sent all the\nsame.'), [[1, 'all the same']])
})

test('some words are refused only in comments, or only in one part of the code', () => {
  assert.deepEqual(found('server/x.ts', "const text = 'Nobody can bring it back'"), [])
  assert.deepEqual(found('server/x.ts', '// Nobody can bring it back.'), [[1, 'Nobody can']])
  assert.deepEqual(found('server/sms/x.ts', 'const outbox = 1'), [])
  assert.deepEqual(found('web/src/x.ts', 'const outbox = 1'), [[1, 'outbox']])
})

test('words that only contain a retired word are left alone', () => {
  assert.deepEqual(
    found('docs/x.md', 'Outstanding amendments; there is no reply, and none is no longer due.'),
    [],
  )
})

test('the comments and docstrings of Python are read', () => {
  assert.deepEqual(found('sdk/x.py', 'text = "Nobody can"\n# Nobody can.'), [[2, 'Nobody can']])
  assert.deepEqual(found('sdk/x.py', '"""First.\n\nNobody can.\n"""'), [[3, 'Nobody can']])
  assert.deepEqual(found('sdk/x.py', '# A copy of its\n# own.'), [[1, 'of its # own']])
})
