import { parts, runsByDefault } from './parts.ts'
import { openBench } from './support/open-bench.ts'
import { readOptions } from './support/read-options.ts'
import { report } from './support/result.ts'

/**
 * Prints ratios, with both sides measured in this run. `npm run bench` takes some minutes; `npm run bench -- calls
 * photos` runs only these parts. The options are in `support/read-options.ts`.
 */
const { names, options } = readOptions(process.argv.slice(2))
const chosen = names.length > 0 ? names : runsByDefault
const unknown = chosen.find((name) => !parts[name])
if (unknown) {
  console.error(`There is no part ${unknown}: ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
await using bench = await openBench()
try {
  for (const name of chosen) {
    await using db = await bench.createDatabase()
    const results = await parts[name]?.({ db, postmaster: bench.postmaster, options })
    if (results) console.log(report(results))
  }
} catch (error) {
  // The log is deleted with the folder.
  console.error(bench.logTail())
  throw error
}
