import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { importPostcodes } from '../geocoding/import-postcodes.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addGeoCommands(dray: Command): void {
  dray
    .command('geo')
    .description('data of the embedded geocoder')
    .command('import')
    .command('postcodes <file>')
    .description('the postal code file of GeoNames (tab separated); replaces the rows of the countries in it')
    .option(...jsonOption)
    .action(async (file: string, { json }: { json: boolean }) => {
      show(await importFile(file), json)
    })
}

/** A running server may go on with what it remembers of an address for up to a day; a restart forgets. */
async function importFile(file: string): Promise<Record<string, number>> {
  try {
    return await withDatabase(({ pool }) => importPostcodes({ pool }, createReadStream(file)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'open') throw new OperatorError(`${file} cannot be read`)
    throw error
  }
}
