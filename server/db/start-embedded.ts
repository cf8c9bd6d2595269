import { type App, EmbeddedPostgresError } from '#lib/embedded-postgres/app.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startPostgres } from '#lib/embedded-postgres/start.ts'
import { OperatorError } from '../lib/operator-error.ts'

export const embeddedApp: App = {
  name: 'dray',
  title: 'Dray',
  remedies: {
    otherPostgres: 'set DATABASE_URL',
    otherFolder: 'set DATA_DIR to another folder',
    otherVersion:
      'restore a backup into an empty DATA_DIR (dray backup with the old version, dray restore with this one)',
  },
}

/**
 * Starts the PostgreSQL of the package with Dray's names.
 *
 * @throws OperatorError whose message names the remedy.
 */
export async function startEmbeddedPostgres(
  options: Omit<EmbeddedOptions, 'app'>,
): Promise<EmbeddedPostgres> {
  try {
    return await startPostgres({ ...options, app: embeddedApp })
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new OperatorError(error.message, { cause: error.cause })
  }
}
