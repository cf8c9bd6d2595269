import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'

const root = path.join(import.meta.dirname, '..')

/**
 * From the ground up. A file imports only from lower floors and from its own folder; folders that share a floor do not
 * import each other. A new folder fails here until it has a floor.
 */
const floors: string[][] = [
  ['lib/gazetteer/data'],
  ['lib/gazetteer/parse'],
  ['lib/gazetteer/candidates'],
  ['lib/gazetteer/resolve'],
  ['lib', 'contract'],
  ['server/texts'],
  ['server/lib', 'server/db'],
  [
    'server/pricing',
    'server/geocoding',
    'server/routing',
    'server/photos',
    'server/sms',
    'server/calls',
    'server/push',
    'server/mail',
    'server/payments',
    'server/keys',
    'server/activity',
    'server/audit',
  ],
  ['server/payments/providers', 'server/payments/ledger'],
  ['server/payments/wallet', 'server/payments/reconcile'],
  ['server/payments/effects', 'server/payments/queries'],
  ['server/payments/cards'],
  ['server/payments/events'],
  ['server/partners', 'server/accounts', 'server/members'],
  ['server/jobs'],
  [
    'server/day-sums',
    'server/jobs/windows',
    'server/jobs/conversation',
    'server/jobs/way',
    'server/jobs/proof',
  ],
  ['server/jobs/money'],
  ['server/jobs/doubts'],
  [
    'server/jobs/actions',
    'server/jobs/drafts',
    'server/jobs/feed',
    'server/jobs/live',
    'server/jobs/notices',
    'server/jobs/queries',
  ],
  ['server/jobs/calls'],
  ['server/privacy', 'server/today', 'server/people', 'server/closing', 'server/health', 'server/invoices'],
  ['server/journal'],
  ['server/sandbox'],
  ['server/http/requests', 'server/http/responses', 'server/http/schema'],
  ['server/http/errors'],
  ['server/http/body', 'server/http/limits', 'server/http/observability'],
  ['server/http', 'server/tasks', 'server/backup'],
  ['server/config'],
  ['server/start'],
  ['server/doctor'],
  ['server/cli'],
  ['bin'],
]

/** The web app knows the contract and itself. */
const webFloors: string[][] = [
  ['contract'],
  ['web/src/texts'],
  ['web/src/docs-search'],
  ['web/src/kit'],
  ['web/src/shared', 'web/src/panel'],
  ['web/src/member'],
  ['web/src/partnership'],
  ['web/src/customer', 'web/src/carrier', 'web/src/admin', 'web/src/partner', 'web/src/docs'],
  ['web/src/docs-try'],
  ['web'],
]

// `server/db` uses the small parts of `server/lib` as well.
const allowed = new Set(['server/db → server/lib'])

const homes = [...floors, ...webFloors].flat().sort((a, b) => b.length - a.length)
const homeOf = (file: string): string | undefined =>
  homes.find((home) => path.dirname(file) === home || file.startsWith(`${home}/`))
const floorOf = (home: string, house: string[][]): number => house.findIndex((floor) => floor.includes(home))

test('imports only go down the floors', () => {
  const files = globSync(['{contract,lib,server,bin}/**/*.{ts,mjs}', 'web/{src,sw,build}/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter((file) => !file.endsWith('.test.ts') && !isBuilt(file))
  assert.ok(files.length > 50, 'the files were found')
  const offences = files.flatMap((file) => importsOf(file).flatMap((target) => offence(file, target)))
  assert.deepEqual(offences, [])
})

test('every folder of the gazetteer, the server, its jobs and payments and the web app has a floor', () => {
  const folders = globSync(['lib/gazetteer/*/', 'server/*/', 'server/{jobs,payments}/*/', 'web/src/*/'], {
    cwd: root,
  })
    .map((folder) => folder.replace(/\/$/, ''))
    .filter((folder) => !isBuilt(folder))
  assert.deepEqual(
    folders.filter((folder) => ![...floors, ...webFloors].flat().includes(folder)),
    [],
  )
})

test('each part of lib imports only itself, Node and packages, and has a README', () => {
  for (const part of globSync('lib/*/', { cwd: root })) {
    const files = globSync('**/*.ts', { cwd: path.join(root, part) }).map((file) => path.join(part, file))
    const outside = files.flatMap((file) =>
      importsOf(file).filter((target) => !target.startsWith(part.replace(/\/?$/, '/'))),
    )
    assert.deepEqual(outside, [], part)
    assert.ok(existsSync(path.join(root, part, 'README.md')), part)
  }
})

test('lib knows nothing of Dray: no file names it or cites its documents', () => {
  const naming = globSync('lib/**/*.*', { cwd: root }).filter((file) =>
    /dray|\bspec \d|\bDESIGN \d/i.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(naming, [])
})

test('the TypeScript SDK imports only its own files, so that it can be published', () => {
  const files = globSync('sdk/typescript/src/*.ts', { cwd: root })
  assert.ok(files.length > 5, 'the files were found')
  const imported = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
      ([, specifier = '']) => specifier,
    ),
  )
  assert.deepEqual(
    imported.filter((specifier) => !/^\.\/[\w-]+\.ts$/.test(specifier)),
    [],
  )
})

test('no file is longer than 300 lines', () => {
  const files = globSync(
    [
      '{contract,lib,server,bin}/**/*.{ts,mjs,css}',
      'web/{src,sw,build}/**/*.{ts,tsx,css}',
      '{scripts,test,sdk/typescript/src}/**/*.ts',
      'bench/**/*.test.ts',
      '{sdk,examples}/**/*.py',
    ],
    {
      cwd: root,
      exclude: (name) => name.includes('node_modules'),
    },
  ).filter((file) => !lists.has(file) && !isBuilt(file) && !isLanguage(file))
  const long = files.filter((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length > 301)
  assert.deepEqual(long, [])
})

/** All texts of people in one language, which a translator reads from beginning to end (decision 80). */
const isLanguage = (file: string): boolean => /^(server|web\/src)\/texts\/[a-z]{2}\.ts$/.test(file)

/** The bundle of the server, which a start builds. */
const isBuilt = (file: string): boolean => file.startsWith('server/dist')

/** Generated lists: one type for each table, and for each shape of the sandbox. */
const lists = new Set([
  'server/db/tables.ts',
  'sdk/python/src/dray/sandbox_types.py',
  'sdk/typescript/src/sandbox-contract.ts',
])

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#')) return [specifier.replace('#', '')]
    return specifier.startsWith('.') ? [path.normalize(path.join(path.dirname(file), specifier))] : []
  })
}

function offence(file: string, target: string): string[] {
  if (target.startsWith('node_modules') || target === 'package.json') return []
  const [from, to] = [homeOf(file), homeOf(target)]
  if (!from || !to) return [`${file} → ${target}: no floor`]
  const house = file.startsWith('web/') ? webFloors : floors
  const [above, below] = [floorOf(from, house), floorOf(to, house)]
  if (from === to || (below >= 0 && below < above) || allowed.has(`${from} → ${to}`)) return []
  return [`${file} → ${target}: ${from} is not above ${to}`]
}
