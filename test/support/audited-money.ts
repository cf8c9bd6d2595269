import { newId } from '../../server/lib/ids.ts'
import type { AuditedOperation } from './audited-operation.ts'
import type { TestDray } from './dray.ts'
import { newPhone } from './no-secrets.ts'

type Scene = { app: TestDray }

const body = { reason: 'agreed by phone' }

const file =
  (query: object = {}) =>
  async (): Promise<AuditedOperation> => ({ act: 'money.export', input: { query } })

/** The operations of the panel on money. */
export const auditedMoney: Record<string, (scene: Scene) => Promise<AuditedOperation>> = {
  exportHolds: file(),
  exportEffects: file(),
  exportFees: file(),
  exportDisputes: file(),
  exportWallets: file({ holder: 'customer' }),
  exportLedgerRows: file(),
  exportInvoices: file(),
  async downloadInvoiceForStaff({ app }) {
    const id = await anyInvoice(app)
    return { act: 'invoice.download', input: { params: { invoice_id: id }, query: {} } }
  },
  checkLedger: async () => ({ act: 'ledger.check', input: {} }),
  async bookLedgerDifference({ app }) {
    const accountId = newId()
    await app.db.pool.query('insert into account (id, phone) values ($1, $2)', [accountId, newPhone()])
    await app.db.pool.query('insert into wallet (account_id, balance_cents) values ($1, 500)', [accountId])
    const seen = {
      check: 'wallet balance',
      subject: `wallet:${accountId}`,
      expected_cents: 0,
      actual_cents: 500,
    }
    return { act: 'ledger.book_difference', input: { body: { ...seen, ...body } } }
  },
  async retryEffect({ app }) {
    const id = newId()
    await app.db.pool.query(
      `insert into payment_effect (id, payment_id, kind, amount_cents, due_at, last_error)
       values ($1, $2, 'refund', 100, now() + interval '1 hour', 'the line broke')`,
      [id, await payment(app)],
    )
    return { act: 'payment.retry', input: { params: { effect_id: id }, body } }
  },
  async settleEffectOutside({ app }) {
    const id = newId()
    await app.db.pool.query(
      `insert into payment_effect (id, payment_id, kind, amount_cents, due_at, last_error)
       values ($1, $2, 'refund', 100, now() + interval '1 day', 'card closed')`,
      [id, await payment(app)],
    )
    const settled = { ...body, paid_through: 'outside', reference: 'SEPA-17', amount_cents: 100 }
    return { act: 'payment.settle_outside', input: { params: { effect_id: id }, body: settled } }
  },
  async bookPayment({ app }) {
    return { act: 'payment.book', input: { params: { payment_id: await payment(app) }, body } }
  },
  async releaseDispute({ app }) {
    const reference = `dp_${newId()}`
    await app.db.pool.query(
      `insert into dispute (processor, reference, kind, status, reason, amount_cents)
       values ('sandbox', $1, 'dispute', 'needs_response', 'fraudulent', 100)`,
      [reference],
    )
    return { act: 'dispute.release', input: { params: { processor: 'sandbox', reference }, body } }
  },
}

/** A payment by card that has ended, so nothing differs at the processor. */
async function payment({ db: { pool } }: TestDray): Promise<string> {
  const [accountId, methodId, paymentId] = [newId(), newId(), newId()]
  await pool.query('insert into account (id, phone) values ($1, $2)', [accountId, newPhone()])
  await pool.query(
    `insert into payment_method (id, account_id, processor, reference, brand, last_four, expires_month, expires_year)
     values ($1::uuid, $2, 'sandbox', $1::uuid::text, 'visa', '4242', 1, 2030)`,
    [methodId, accountId],
  )
  await pool.query(
    `insert into payment (id, purpose, account_id, source, method_id, processor, mode, reference, status, amount_cents)
     values ($1::uuid, 'top_up', $2, 'card', $3, 'sandbox', 'live', $1::uuid::text, 'released', 1000)`,
    [paymentId, accountId, methodId],
  )
  return paymentId
}

/** A receipt of play money. @returns its id. */
export async function anyInvoice({ db: { pool } }: TestDray): Promise<string> {
  const [accountId, id] = [newId(), newId()]
  await pool.query('insert into account (id, phone) values ($1, $2)', [accountId, newPhone()])
  const seller = { name: 'Acme', taxNumber: null, address: null }
  await pool.query(
    `insert into invoice (id, kind, series, year, number, is_test, account_id, issued_at, total_cents, content)
     select $1, 'receipt', 'TEST-R', 2000, (select count(*) + 1 from invoice where year = 2000), true, $2, now(), 100, $3`,
    [id, accountId, { seller, lines: [], events: [], route: null }],
  )
  return id
}
