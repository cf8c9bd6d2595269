import type { TestDray } from './dray.ts'
import { runCommand } from './process.ts'

/** Settings with which a command uses the database and data folder of this Dray. */
export const envOf = ({ db, dataDir }: Pick<TestDray, 'db' | 'dataDir'>) => ({
  DATABASE_URL: db.url,
  DATA_DIR: dataDir,
})

/** Runs `dray … --json` beside this Dray. `json` is null if the command failed. */
export async function runJson(app: Pick<TestDray, 'db' | 'dataDir'>, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], envOf(app))
  return { code, stderr, json: code === 0 ? JSON.parse(stdout) : null }
}
