import type { By } from '../db/audit.ts'
import { setUpCountry } from '../geocoding/postal-file/set-up-country.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

type Result = {
  country: string
  status: 'imported' | 'failed'
  rows: number | null
  postcodes: number | null
  error: string | null
}

/** Sets up one country after another. A country that fails keeps its old rows, and the next is still tried. */
export async function setUpCountries(
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

/** On a terminal, one line that is redrawn; otherwise one line per step, so that a log stays readable. */
function createProgressLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): ProgressLine {
  const draw = (text: string) => stream.write(`\r\u001B[K${text}`)
  if (!stream.isTTY) {
    return { update: (text) => stream.write(`${text}\n`), refresh: () => {}, clear: () => {} }
  }
  return { update: draw, refresh: draw, clear: () => draw('') }
}
