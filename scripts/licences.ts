import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `npm run licences`: prints the licence of each package that is installed here, with its text. Pages and the bundle of
 * the server contain code of packages that only development installs, so those are listed too. A text that several
 * packages share is printed once.
 */
const root = path.join(import.meta.dirname, '..', 'node_modules')

type Manifest = { name?: string; version?: string; license?: string; licenses?: { type: string }[] }

const manifests = globSync(['*/package.json', '@*/*/package.json', '**/node_modules/{*,@*/*}/package.json'], {
  cwd: root,
})
const byText = Map.groupBy(manifests.sort().map(read), ({ text }) => text)
for (const [text, packages] of byText) {
  const names = new Set(packages.map(({ name, license }) => `${name} (${license})`))
  console.log(`${[...names].join('\n')}\n\n${text}\n\n${'-'.repeat(80)}\n`)
}

function read(file: string): { name: string; license: string; text: string } {
  const folder = path.join(root, path.dirname(file))
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(path.join(root, file), 'utf8'),
  ) as Manifest
  const texts = globSync('{LICEN[CS]E,COPYING,NOTICE,Licen[cs]e,licen[cs]e,notice}{,.*,-*}', { cwd: folder })
  const text = texts
    .sort()
    .map((each) => readFileSync(path.join(folder, each), 'utf8').trim())
    .join('\n\n')
  return {
    name: `${name} ${version}`,
    license: license ?? licenses?.map(({ type }) => type).join(' or ') ?? 'unknown',
    text: text || 'The package has no text of its licence beside its name.',
  }
}
