import assert from 'node:assert/strict'
import { startJobExport } from '#contract/admin/job-exports.ts'
import { createJobView } from '#contract/admin/job-views.ts'
import { inviteMember } from '#contract/admin/members.ts'
import {
  finishPasskeyRegistration,
  setPassword,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '#contract/admin/session.ts'
import type { AdminOperation, Operation } from '#contract/operation.ts'
import { writeExports } from '../../server/jobs/queries/staff/write-export.ts'
import { type AccessStage, accessScenes } from './access-scenes.ts'
import { sentTest, sentWebhookTest } from './audited-alerts.ts'
import { bookEndedMonth } from './audited-closing.ts'
import { anyInvoice } from './audited-money.ts'
import { auditedOperations, silentOperations } from './audited-operations.ts'
import type { Sent } from './authority-cells.ts'
import { addRun } from './closing-scenes.ts'
import type { TestDray } from './dray.ts'

export type PanelStage = AccessStage & { things: Things }

type Scene = (stage: PanelStage) => Promise<Sent>

/** Ids for the parameters of paths, of things that all members share. */
export type Things = Record<string, string>

/** A thing for each parameter of an operation that only reads. */
export async function makeThings(app: TestDray): Promise<Things> {
  const { partnerId, keyId, create } = await app.partner()
  const { body } = await create()
  const { rows } = await app.db.pool.query<Things>(
    `select t.id as tariff_id, c.account_id, m.id as member_id
     from tariff t, carrier c, member m where m.partner_id is null limit 1`,
  )
  return {
    ...rows[0],
    partner_id: partnerId,
    key_id: keyId,
    job_id: body.job_id,
    invoice_id: await anyInvoice(app),
    reconciliation_id: await addRun({ app }),
    month: await bookEndedMonth(app),
  }
}

/** What a row of the table needs: the first row of an operation comes from the scenes of the audit log. */
export function sceneOf(operation: AdminOperation, number: number): Scene {
  const { operationId } = operation
  const own = scenes[operationId]?.[number]
  if (own) return own
  if (number > 0)
    return assert.fail(`${operationId}: test/support/panel-scenes.ts has no scene of row ${number}`)
  const written = auditedOperations[operationId] ?? silentOperations[operationId]
  if (!written) return ({ things }) => readScene(operation, things)
  return async ({ app, caller }) => {
    const once = onlyOnce[operationId]
    if (once) await app.db.pool.query(once)
    return written({ app, owner: caller })
  }
}

/** Scenes that can be made only once: the next one deletes the one before. */
const onlyOnce: Record<string, string> = {
  repeatReconciliation: `delete from reconciliation_run where day = '2026-01-05'`,
  explainDifference: `delete from reconciliation_run where day = '2026-01-07'`,
  closeMonth: 'delete from month_closing',
}

/** The query of operations that need one. */
const queries: Record<string, Record<string, string>> = {
  readPartnerUsage: { step: 'day' },
  readCarrierStatement: { month: '2026-01' },
  readPartnerStatement: { month: '2026-01' },
  readOwnUsage: { step: 'day' },
  readOwnStatement: { month: '2026-01' },
}

/** Reads one of the things. */
export async function readScene(
  { operationId, method, url, query }: Operation,
  things: Things,
): Promise<Sent> {
  assert.equal(method, 'GET', `${operationId}: no scene in test/support/audited-*.ts`)
  const names: string[] = url.match(/(?<=:)\w+/g) ?? []
  const lacking = names.filter((name) => !things[name])
  assert.deepEqual(lacking, [], `${operationId}: makeThings in test/support/panel-scenes.ts makes none`)
  const asked = queries[operationId] ?? {}
  const unsaid = ((query?.required ?? []) as string[]).filter((name) => !(name in asked))
  assert.deepEqual(unsaid, [], `${operationId}: \`queries\` in test/support/panel-scenes.ts lacks it`)
  return { input: { params: Object.fromEntries(names.map((name) => [name, things[name]])), query: asked } }
}

const madeExport: Scene = async ({ app, caller }) => {
  await app.db.pool.query('delete from job_export')
  const { export_id } = await caller.ok(startJobExport, { body: {} })
  await writeExports({ kysely: app.db.kysely }, new AbortController().signal)
  return { input: { params: { export_id } } }
}

const newExport =
  (body: object): Scene =>
  async ({ app }) => {
    await app.db.pool.query('delete from job_export')
    return { input: { body } }
  }

const sharedView =
  (body?: object): Scene =>
  async ({ maker }) => {
    const { view_id } = await maker.ok(createJobView, { body: { name: 'All', filters: {}, shared: true } })
    return { input: { params: { view_id }, ...(body && { body }) } }
  }

const wholeFile =
  (query: object = {}): Scene =>
  async () => ({ input: { query: { ...query, with_phones: true } } })

const phone = { filters: { search: '+34612345678' } }
const plate = { filters: { plate: '1234 BCD' } }

/** Rows whose scene is not that of the audit log, in the order of the table. */
const scenes: Record<string, readonly (Scene | undefined)[]> = {
  ...accessScenes({
    inviteMember,
    startPasskeyRegistration,
    finishPasskeyRegistration,
    setPassword,
    startPasskeySignIn,
  }),
  testMyAlerts: [({ caller }) => sentTest(caller)],
  testAlertWebhook: [({ app, caller }) => sentWebhookTest({ app, owner: caller })],
  readAlertTest: [
    async ({ caller }) => {
      const { input } = await sentTest(caller)
      return { input: { params: (input as { params: object }).params } }
    },
  ],
  readJobExport: [madeExport],
  downloadJobExport: [madeExport],
  listJobs: [undefined, async () => ({ input: { body: phone } })],
  listCarriers: [undefined, async () => ({ input: { body: plate } })],
  startJobExport: [newExport({}), newExport(phone), newExport({ with_phones: true })],
  exportHolds: [undefined, wholeFile()],
  exportEffects: [undefined, wholeFile()],
  exportFees: [undefined, wholeFile()],
  exportDisputes: [undefined, wholeFile()],
  exportWallets: [undefined, wholeFile({ holder: 'customer' })],
  exportLedgerRows: [undefined, wholeFile()],
  exportInvoices: [undefined, wholeFile()],
  exportPartnerStatement: [
    undefined,
    async ({ things }) => ({
      input: { params: { partner_id: things.partner_id }, query: { month: '2026-01', with_phones: true } },
    }),
  ],
  createJobView: [undefined, async () => ({ input: { body: { name: 'All', filters: {}, shared: true } } })],
  changeJobView: [undefined, sharedView({ name: 'Everybody' })],
  deleteJobView: [undefined, sharedView()],
  orderJobViews: [async () => ({ input: { body: { view_ids: [] } } })],
}
