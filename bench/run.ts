import { createDatabase } from '../test/support/database.ts'
import { run as calls } from './calls.ts'
import { report } from './support/result.ts'

await using db = await createDatabase()
console.log(report(await calls(db)))
