import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { notesOf, readReleases, versionsOf } from './record.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const manifestOf = (file: string) =>
  JSON.parse(read(file)) as { version: string; packages?: Record<string, { version: string }> }

test('the newest version of CHANGELOG.md is that of package.json and of its lock', () => {
  const { version } = manifestOf('package.json')
  const lock = manifestOf('package-lock.json')
  const newest = versionsOf(read('CHANGELOG.md')).find((name) => name !== 'Unreleased')
  assert.equal(newest, version)
  assert.deepEqual([lock.version, lock.packages?.['']?.version], [version, version])
})

test('each row of docs/releases.md is a version of CHANGELOG.md, in its order', () => {
  const page = read('docs/releases.md')
  const recorded = readReleases(page).map(({ version }) => version)
  assert.equal(recorded.length, (page.match(/^\| \d/gm) ?? []).length, 'every row can be read')
  const written = versionsOf(read('CHANGELOG.md'))
  assert.deepEqual(
    recorded,
    written.filter((version) => recorded.includes(version)),
  )
})

test('the notes are the part of their version, with links that work outside of the repository', () => {
  const changelog =
    '# Changelog\n\n## 0.2.0\n\n### Added\n\n- [a](docs/a.md#b), [c](https://c.test)\n\n## 0.1.0\n\nOld.\n'
  const files = 'https://host.test/blob/v0.2.0'
  assert.equal(
    notesOf(changelog, '0.2.0', files),
    `### Added\n\n- [a](${files}/docs/a.md#b), [c](https://c.test)\n`,
  )
  assert.throws(() => notesOf(changelog, '0.2', files), /no part 0\.2/)
})

test('a recorded release is named until it has its tag, and refused if its commit says another version', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'dray-release-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    }).trim()
  const commit = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder.path, name), text)
    git('add', '.')
    git('commit', '--quiet', '--message', 'Change')
    return git('rev-parse', 'HEAD')
  }
  const run = () =>
    spawnSync(process.execPath, [path.join(root, 'scripts/release.ts'), 'notes.md'], {
      cwd: folder.path,
      encoding: 'utf8',
    })
  git('init', '--quiet')
  mkdirSync(path.join(folder.path, 'docs'))
  const released = commit({ 'package.json': '{"version":"0.2.0"}', 'CHANGELOG.md': '## 0.2.0\n\nNew.\n' })
  commit({ 'docs/releases.md': `| 0.2.0 | 2026-11-29 | \`${released}\` |\n` })
  assert.equal(run().stdout, `version=0.2.0\ncommit=${released}\n`)
  assert.equal(readFileSync(path.join(folder.path, 'notes.md'), 'utf8'), 'New.\n')
  git('tag', 'v0.2.0', released)
  assert.deepEqual([run().status, run().stdout], [0, ''])
  commit({ 'docs/releases.md': `| 0.3.0 | 2026-12-29 | \`${released}\` |\n` })
  assert.match(run().stderr, /package\.json of \w+ says 0\.2\.0, docs\/releases\.md 0\.3\.0/)
  commit({ 'docs/releases.md': `| 0.3.0 | 2026-12-29 | \`${'0'.repeat(40)}\` |\n` })
  assert.match(run().stderr, /The commit of 0\.3\.0 is not on this branch/)
})
