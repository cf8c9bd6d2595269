import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { importPostcodes } from '../geocoding/import-postcodes.ts'
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
      const counts = await withDatabase(({ pool }) => importPostcodes({ pool }, createReadStream(file)))
      show(counts, json)
    })
}
