import type { FastifyInstance } from 'fastify'
import type { RecordExportNeeds } from '../record-export.ts'
import { mountCloseMonth } from './close-month.ts'
import { mountExplainDifference } from './explain-difference.ts'
import { mountExportCarrierStatement } from './export-carrier-statement.ts'
import { mountExportMonth } from './export-month.ts'
import { mountExportPartnerStatement } from './export-partner-statement.ts'
import { mountListMonths } from './list-months.ts'
import { mountListReconciliations } from './list-reconciliations.ts'
import { mountReadCarrierStatement } from './read-carrier-statement.ts'
import { mountReadMonth } from './read-month.ts'
import { mountReadPartnerStatement } from './read-partner-statement.ts'
import { mountReadReconciliation } from './read-reconciliation.ts'
import { mountRepeatReconciliation } from './repeat-reconciliation.ts'

export type ClosingNeeds = RecordExportNeeds

/** The comparison with the processor, statements, and the closing of months. */
export function mountClosing(scope: FastifyInstance, needs: ClosingNeeds): void {
  mountListReconciliations(scope, needs)
  mountReadReconciliation(scope, needs)
  mountRepeatReconciliation(scope, needs)
  mountExplainDifference(scope, needs)
  mountReadCarrierStatement(scope, needs)
  mountExportCarrierStatement(scope, needs)
  mountReadPartnerStatement(scope, needs)
  mountExportPartnerStatement(scope, needs)
  mountListMonths(scope, needs)
  mountReadMonth(scope, needs)
  mountExportMonth(scope, needs)
  mountCloseMonth(scope, needs)
}
