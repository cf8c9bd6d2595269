import { type FileHandle, open } from 'node:fs/promises'
import type { Command } from 'commander'
import { importPostcodes } from '../geocoding/import-postcodes.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { setUpCountries } from './geo-setup.ts'
import { jsonOption, reasonOption } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

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
