import type { Logger } from 'pino'
import type { Connection } from '../db/database.ts'
import { examinePooling } from '../db/pooling.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { texts } from '../texts/index.ts'

const { findings, remedies } = texts.en.doctor

/**
 * Looks for a pooler at the start. `dray doctor` tells more about it.
 *
 * @throws OperatorError when the pooler loses named statements: most requests would fail.
 */
export async function checkPooling(connection: Connection, hasDirect: boolean, log: Logger): Promise<void> {
  const { mode, keepsPrepared, leaked } = await examinePooling(connection)
  if (!keepsPrepared && !connection.unprepared)
    throw new OperatorError(`${findings.pooledUnprepared('The pooler')}\n${remedies.sendUnprepared}`)
  if (leaked.length > 0) log.warn({ remedy: remedies.ownPool }, findings.settingsLeaked('the pooler', leaked))
  if (mode === 'transaction' && !hasDirect)
    log.warn({ remedy: remedies.setDirectUrl }, findings.pooledWithoutDirect('the pooler'))
}
