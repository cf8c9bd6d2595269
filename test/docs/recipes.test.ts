import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { copyProject } from '../support/copy-project.ts'

/*
 * CONTRIBUTING.md, Recipes: three of them are followed in a copy of the repository. The compiler requests every step
 * that a recipe promises; after all steps, types, generated files and the lists of operations agree.
 */
const root = path.join(import.meta.dirname, '../..')
let copy = ''

/** Replaces the only place of the file that has `from`. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const at = path.join(copy, file)
  const text = await readFile(at, 'utf8')
  assert.equal(text.split(from).length, 2, `${file} has one place with ${from}`)
  await writeFile(
    at,
    text.replace(from, () => to),
  )
}

const add = (file: string, behind: string, added: string) => edit(file, behind, behind + added)

async function run(command: string, ...args: string[]): Promise<{ passes: boolean; output: string }> {
  const options = { cwd: copy, env: { ...process.env, GOGC: '400' }, maxBuffer: 16 * 1_048_576 }
  const program = command === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', command)
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => ({ passes: true, output: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ passes: false, output: stdout + stderr }),
  )
}

async function assertPasses(command: string, ...args: string[]): Promise<void> {
  const { passes, output } = await run(command, ...args)
  assert.ok(passes, output)
}

/** The files with an error of types. */
async function filesThatFail(): Promise<string[]> {
  const { output } = await run('tsc', '--noEmit', '--pretty', 'false')
  return [...new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort()
}

const contentOf = (file: string) => readFile(path.join(copy, file), 'utf8')

const readAuditClock = `export const readAuditClock = {
  operationId: 'readAuditClock',
  method: 'GET',
  url: '/admin/v1/audit/clock',
  access: 'viewer',
  summary: 'The clock of the audit log',
  description: 'By which its instants are told.',
  answers: answers({
    200: { description: 'Now.', body: Type.Object({ now: Instant('Now') }, { additionalProperties: false }) },
  }),
} as const satisfies AdminOperation

`
const auditList = 'export const auditOperations = ['
const care = "Type.Boolean({ description: 'Handle with care.' })"

const english = 'server/texts/en/settings.ts'
const spanish = 'server/texts/es/settings.ts'
const handlers = 'server/http/admin/audit/handlers.ts'
const columns = 'server/jobs/draft-columns.ts'
const [create, again, inApp] = [
  'server/jobs/drafts/create-draft.ts',
  'server/jobs/drafts/start-again.ts',
  'server/jobs/drafts/start-in-app.ts',
]
const writers = ['server/jobs/money/offer-again.ts', create, again, inApp]
const view = 'server/http/app-api/carrier/views.ts'
const feed = 'server/jobs/feed/read-feed.ts'

/** What the recipes tell to write first: the declarations, and then `npm run gen`. */
async function declare(): Promise<void> {
  const setting = 'FEED_PAGE_SIZE: Type.Integer({ minimum: 1, maximum: 200, default: 50 })'
  await add('server/config/settings.ts', 'const jobs = {\n', `  ${setting},\n`)
  await add(english, '  descriptions: {\n', "    FEED_PAGE_SIZE: 'How many jobs a page has',\n")
  await add('server/config/to-config.ts', '  return {\n', '    feedPageSize: values.FEED_PAGE_SIZE,\n')
  await edit('contract/admin/audit.ts', auditList, `${readAuditClock}${auditList}readAuditClock, `)
  const photos = '    photos: MayBeAbsent('
  await edit('contract/partner.ts', photos, `    is_fragile: MayBeAbsent(${care}),\n${photos}`)
  await add('contract/app/job.ts', 'export const FeedJob = Type.Object(\n  {\n', `    is_fragile: ${care},\n`)
  await writeFile(
    path.join(copy, 'server/db/migrations/9999_fragile.sql'),
    'alter table job add column is_fragile boolean not null default false;\n',
  )
  await assertPasses('node', 'scripts/gen.ts')
}

/** What the compiler has then asked for; the handler still answers something else. */
async function follow(): Promise<void> {
  await add(spanish, '  descriptions: {\n', "    FEED_PAGE_SIZE: 'Cuántos encargos tiene una página',\n")
  await add(handlers, 'RecordExportNeeds> = {\n', '  readAuditClock: () => async () => ({ then: 1 }),\n')
  await add(columns, '  description: job.description,\n', '  is_fragile: job.isFragile,\n')
  await add(columns, "  description: 'text',\n", "  is_fragile: 'boolean',\n")
  await add('server/jobs/job.ts', '  description: string | null\n', '  isFragile: boolean\n')
}

/** The rest, but for the select list of the feed. */
async function finish(): Promise<void> {
  await edit(handlers, '{ then: 1 }', '{ now: new Date() }')
  await add(
    create,
    '    description: input.description ?? null,\n',
    '    isFragile: input.is_fragile ?? false,\n',
  )
  await add('server/jobs/same-trip.ts', '  description: job.description,\n', '  isFragile: job.is_fragile,\n')
  await add(inApp, '    description,\n    notes: null,\n', '    isFragile: false,\n')
  await add(view, '  size: job.size,\n', '  is_fragile: job.isFragile,\n')
  const offered = '  description: string | null\n  size: JobSize\n  pickup: RoughEnd\n'
  await add(feed, offered, '  isFragile: boolean\n')
  await add(feed, '    description: row.description,\n', '    isFragile: row.is_fragile,\n')
}

let [declared, followed, finished]: string[][] = []
before(async () => {
  copy = await copyProject('recipes')
  await declare()
  declared = await filesThatFail()
  await follow()
  followed = await filesThatFail()
  await finish()
  finished = await filesThatFail()
})
after(() => rm(copy, { recursive: true, force: true }))

test('add a setting: the compiler asks for the Spanish text, and gen writes manual and example', async () => {
  assert.ok(declared?.includes(spanish), declared?.join())
  assert.ok(!followed?.includes(spanish))
  assert.match(
    await contentOf('docs/operating.md'),
    /\| `FEED_PAGE_SIZE` \| 50 \| How many jobs .* \(1 to 200\) \|/,
  )
  assert.match(await contentOf('.env.example'), /FEED_PAGE_SIZE/)
})

test('add an operation to the panel: the compiler asks for its handler, and for the answer of the contract', async () => {
  assert.ok(declared?.includes(handlers), declared?.join())
  assert.ok(followed?.includes(handlers), 'another answer does not compile')
  assert.ok(!finished?.includes(handlers))
  assert.match(
    await contentOf('docs/operations.txt'),
    /GET +\/admin\/v1\/audit\/clock +readAuditClock +viewer/,
  )
  assert.match(await contentOf('docs/authority.md'), /readAuditClock/)
})

test('add a field to a job: the compiler asks for the column, all writers, the view and the select list', async () => {
  assert.deepEqual(declared, [view, columns, handlers, spanish].sort())
  assert.deepEqual(followed, [handlers, view, ...writers].sort())
  assert.deepEqual(finished, [feed], 'the columns of its statement lack it')
  assert.match(await contentOf('server/db/tables.ts'), /is_fragile/)
  assert.match(await contentOf('docs/openapi.json'), /is_fragile/)
  assert.match(await contentOf('sdk/typescript/src/contract.ts'), /is_fragile\?: boolean/)
})
