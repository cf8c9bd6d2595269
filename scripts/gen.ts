import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { appOpenApi } from '#contract/app/openapi.ts'
import { openApi } from '#contract/openapi.ts'
import { authorityPage } from './authority-page.ts'

const root = path.join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

/** Files that are computed from the source and kept in git, so that a change of the API is a diff to review. */
const files = {
  'docs/openapi.json': `${JSON.stringify(openApi('https://dray.example', version), null, 2)}\n`,
  'docs/app-openapi.json': `${JSON.stringify(appOpenApi('https://dray.example', version), null, 2)}\n`,
  'docs/authority.md': authorityPage(),
}

const check = process.argv.includes('--check')
for (const [name, content] of Object.entries(files)) {
  const file = path.join(root, name)
  if (!check) writeFileSync(file, content)
  else if (readFileSync(file, 'utf8') !== content) {
    console.error(`${name} is out of date: npm run gen`)
    process.exitCode = 1
  }
}
