import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { allSettings } from '../../server/config/all-settings.ts'
import { fileVariable } from '../../server/config/secret-files.ts'
import { texts } from '../../server/texts/index.ts'
import { deployFile } from '../support/deploy-files.ts'

const settings = allSettings(texts.en).flatMap((group) => group.settings)
const known = new Set(
  settings.flatMap(({ name, mayBeInFile }) => (mayBeInFile ? [name, fileVariable(name)] : [name])),
)

// Decision 57: what a file of deploy/ sets is a setting; a misspelt one would have no effect.
test('every variable in deploy/ is a setting of Dray, or one of the programs beside it', () => {
  const unknown = files().flatMap((file) =>
    [...read(file).matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?==|: )/g)].flatMap(([, name = '']) =>
      known.has(name) || others.has(name) ? [] : [`${file}: ${name}`],
    ),
  )
  assert.deepEqual(unknown, [])
})

/** Of PostgreSQL's image, of Compose, of systemd. */
const others = new Set([
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_INITDB_ARGS', 'POSTGRES_PASSWORD_FILE'],
  ...['DRAY_HOST', 'DRAY_TAG'],
  ...['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK'],
])

test('no file names the tag "latest", and each image of another project has a version', () => {
  for (const file of files()) {
    assert.doesNotMatch(read(file), /\blatest\b/, file)
    for (const [, image = ''] of read(file).matchAll(/^\s*image: (docker\.io\S+)$/gm))
      assert.match(image, /:\d+(\.\d+)+$/, file)
  }
})

const files = (): string[] =>
  globSync('**/*', { cwd: deployFile('.'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(deployFile('.'), path.join(entry.parentPath, entry.name)))

const read = (file: string): string => readFileSync(deployFile(file), 'utf8')
