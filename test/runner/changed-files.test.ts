import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { testsOfChange } from './changed-files.ts'

const files = {
  'lib/base.ts': 'export const base = 1\n',
  'server/act.ts': "import { base } from '#lib/base.ts'\nexport const act = base\n",
  'server/late.ts': "export const late = () => import('./act.ts')\n",
  'server/act.test.ts': "import { act } from './act.ts'\nvoid act\n",
  'server/late.test.ts': "import { late } from './late.ts'\nvoid late\n",
  'server/other.test.ts': "import test from 'node:test'\nvoid test\n",
}

test('a change chooses the tests that import it, also through others, and those that changed themselves', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@dray.test', ...args], { cwd: root })
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'all')
  const tests = fs.globSync('**/*.test.ts', { cwd: root }).map((file) => path.join(root, file))
  const chosen = () =>
    testsOfChange(root, tests)
      .map((file) => path.relative(root, file))
      .sort()
  try {
    assert.deepEqual(chosen(), [])
    write('lib/base.ts', 'export const base = 2\n')
    assert.deepEqual(chosen(), ['server/act.test.ts', 'server/late.test.ts'])
    write('server/other.test.ts', '// changed\n')
    assert.equal(chosen().length, 3)
    git('commit', '-qam', 'changed')
    write('server/new.ts', 'export const untracked = 1\n')
    write('server/other.test.ts', "import './new.ts'\n")
    assert.deepEqual(chosen(), ['server/other.test.ts'])
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
})
