import path from 'node:path'
import { migrationNames } from '../server/db/migration-files.ts'
import { withPostgres } from '../test/runner/with-postgres.ts'

/*
 * `npm run release:backup`: writes a backup of a small installation of this version to `test/data/backups`, where
 * `test/spec/decisions-old-backups.test.ts` restores it from then on. Run it once with each release.
 */
const file = path.resolve(import.meta.dirname, `../test/data/backups/${migrationNames().at(-1)}.tar.gz`)
await withPostgres(async (env) => {
  Object.assign(process.env, env)
  const { backUpWorld } = await import('../test/support/backup-world.ts')
  await backUpWorld(file)
})
console.log(file)
