import { newId } from '../../server/lib/ids.ts'
import { waitingCarrier } from './audited-people.ts'
import { addDifference, addRun } from './closing-scenes.ts'
import type { TestDray } from './dray.ts'

type Scene = { app: TestDray }
type Prepared = { act: string; input: object }

const because = { reason: 'agreed by phone' }

/** A movement two months ago, because the last month cannot be closed in its first hour. @returns the month. */
export async function bookEndedMonth({ db }: TestDray): Promise<string> {
  const { rows } = await db.pool.query<{ month: string }>(
    `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode)
     values ($1, date_trunc('month', now(), 'utc') - interval '1 month 1 hour', 'hold', 'processor:sandbox', $2, 1000, 'live')
     returning to_char(at at time zone 'utc', 'YYYY-MM') as month`,
    [newId(), `held:${newId()}`],
  )
  return rows[0]?.month ?? ''
}

/** The operations about the comparison with the processor, statements and months that record an event. */
export const auditedClosing: Record<string, (scene: Scene) => Promise<Prepared>> = {
  async repeatReconciliation(scene) {
    const reconciliation_id = await addRun(scene)
    return { act: 'reconciliation.repeat', input: { params: { reconciliation_id }, body: because } }
  },
  async explainDifference(scene) {
    const difference_id = await addDifference(scene, await addRun(scene, { day: '2026-01-07' }))
    return { act: 'reconciliation.explain', input: { params: { difference_id }, body: because } }
  },
  async exportCarrierStatement({ app }) {
    const { subject_id: account_id } = await waitingCarrier(app)
    const input = { params: { account_id }, query: { month: '2026-01' } }
    return { act: 'account.export_statement', input }
  },
  async exportPartnerStatement({ app }) {
    const { partnerId: partner_id } = await app.partner()
    const input = { params: { partner_id }, query: { month: '2026-01' } }
    return { act: 'partner.export_statement', input }
  },
  async exportMonth({ app }) {
    return { act: 'month.export', input: { params: { month: await bookEndedMonth(app) } } }
  },
  async closeMonth({ app }) {
    return { act: 'month.close', input: { params: { month: await bookEndedMonth(app) }, body: because } }
  },
}
