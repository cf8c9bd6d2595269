import { type FileHandle, open } from 'node:fs/promises'
import type { Command } from 'commander'
import type { By } from '../db/audit.ts'
import { importPostcodes } from '../geocoding/import-postcodes.ts'
import { setUpCountry } from '../geocoding/postal-file/set-up-country.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, reasonOption } from './options.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

export function addGeoCommands(dray: Command): void {
  const geo = dray.command('geo').description('data of the embedded geocoder')
  geo
    .command('setup <country...>')
    .description(
      'download and import the postcodes of countries (ES, PT, …) from GeoNames; exits with 1 when one fails',
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(setUpCountries)
  geo
    .command('import')
    .description('import a file that was downloaded elsewhere')
    .command('postcodes <file>')
    .description(
      'import the postal code file of GeoNames (tab separated); replaces the rows of the countries in it',
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(async (file: string, { json, reason }: { json: boolean; reason?: string }) => {
      show(await importFile(file, reason), json)
    })
}

/** Running servers use the new rows within seconds. */
async function importFile(file: string, reason: string | undefined): Promise<Record<string, number>> {
  const { code, handle } = await openFile(file)
  if (!handle) throw new OperatorError(`${file} cannot be read (${code})`)
  try {
    return await withDatabase(({ pool, actor }) =>
      importPostcodes({ pool, by: { actor, reason } }, handle.createReadStream()),
    )
  } finally {
    await handle.close()
  }
}

/** Opens the file before the database: a read stream that fails to open without a reader would end the process. */
async function openFile(file: string): Promise<{ handle: FileHandle | null; code: string | undefined }> {
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return { handle, code: undefined }
    await handle.close()
    return { handle: null, code: 'EISDIR' }
  } catch (error) {
    return { handle: null, code: (error as NodeJS.ErrnoException).code }
  }
}

type Result = {
  country: string
  status: 'imported' | 'failed'
  rows: number | null
  postcodes: number | null
  error: string | null
}

/** Sets up one country after another. A country that fails keeps its old rows; the next one follows. */
async function setUpCountries(
  names: string[],
  { json, reason }: { json: boolean; reason?: string },
): Promise<void> {
  const countries = [...new Set(names.map((name) => name.toUpperCase()))]
  const progress = createProgressLine(process.stderr)
  const results = await withDatabase(async (context) => {
    warnWhenUnused(context)
    const done: Result[] = []
    const by = { actor: context.actor, reason }
    for (const country of countries) done.push(await setUp(context, { country, by }, progress))
    return done
  })
  show(results, json)
  if (results.some(({ status }) => status === 'failed')) process.exitCode = 1
  else if (!json) console.log('\nRunning servers use the new postcodes within a few seconds.')
}

async function setUp(
  { pool, config }: CommandContext,
  { country, by }: { country: string; by: By },
  progress: ProgressLine,
): Promise<Result> {
  try {
    progress.update(`${country}: downloading`)
    const { rows, postcodes } = await setUpCountry(
      {
        pool,
        by,
        baseUrl: config.geonamesUrl,
        onProgress: ({ bytes, totalBytes }) => progress.refresh(`${country}: ${amount(bytes, totalBytes)}`),
        onImport: (count) => progress.update(`${country}: importing ${count} rows`),
      },
      country,
    )
    return { country, status: 'imported', rows, postcodes, error: null }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { country, status: 'failed', rows: null, postcodes: null, error: error.message }
  } finally {
    progress.clear()
  }
}

function amount(bytes: number, totalBytes: number | null): string {
  const share = totalBytes === null ? '' : ` (${Math.floor((bytes / totalBytes) * 100)} %)`
  return `${(bytes / 1_048_576).toFixed(1)} MiB${share}`
}

function warnWhenUnused({ config }: CommandContext): void {
  if (config.geocoders.some(({ name }) => name === 'embedded')) return
  console.error('GEOCODER does not name "embedded": these postcodes are kept, and not used.')
}

type ProgressLine = {
  /** Starts a new step: a new line in a log, or replaces the line on a terminal. */
  update: (text: string) => void
  /** Shows the progress of a step, on a terminal only. */
  refresh: (text: string) => void
  /** Clears the line on a terminal. */
  clear: () => void
}

/** On a terminal, one line that is redrawn; otherwise one line per step, so a log stays readable. */
function createProgressLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): ProgressLine {
  const draw = (text: string) => stream.write(`\r\u001B[K${text}`)
  if (!stream.isTTY) {
    return { update: (text) => stream.write(`${text}\n`), refresh: () => {}, clear: () => {} }
  }
  return { update: draw, refresh: draw, clear: () => draw('') }
}
