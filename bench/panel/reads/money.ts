import { exportDisputes, listDisputes } from '#contract/admin/money/disputes.ts'
import { exportEffects, listEffects } from '#contract/admin/money/effects.ts'
import { exportFees, listFees } from '#contract/admin/money/fees.ts'
import { exportHolds, listHolds } from '#contract/admin/money/holds.ts'
import {
  exportLedgerRows,
  listLedgerDifferences,
  listLedgerRows,
  readLedger,
} from '#contract/admin/money/ledger.ts'
import { readMoney } from '#contract/admin/money/overview.ts'
import { exportWallets, listWallets, readWalletForStaff } from '#contract/admin/money/wallets.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'

type Queries = Record<string, Record<string, string | number>>

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** The filters that all lists of money have. No amount is above a thousand euros. */
const ofAll = ({ largePartnerId, smallPartnerId, newPartnerId, refundedJobId }: Subjects): Queries => ({
  everything: {},
  'of a job': { job_id: refundedJobId },
  'of a large partner': { partner_id: largePartnerId },
  'of a small partner': { partner_id: smallPartnerId },
  'of a new partner': { partner_id: newPartnerId },
  'a day long ago': { from: daysAgo(200), to: daysAgo(199) },
  'large amounts': { min_cents: 13_500 },
  'no such amount': { min_cents: 100_000 },
  'an exact amount': { min_cents: 4_999, max_cents: 4_999 },
})

const holds: Queries = {
  held: { state: 'held' },
  releasing: { state: 'releasing' },
  'of wallets': { source: 'wallet' },
  'of no processor': { processor: 'none' },
}

const effects = ({ carrierId, smallPartnerId }: Subjects): Queries => ({
  ...Object.fromEntries(['capture', 'refund', 'transfer'].map((kind) => [kind, { kind }])),
  ...Object.fromEntries(
    ['open', 'failing', 'waits_for_account', 'blocked', 'refused', 'done'].map((state) => [state, { state }]),
  ),
  'payouts, open': { kind: 'transfer', state: 'open' },
  'payouts of a carrier': { kind: 'transfer', carrier_id: carrierId },
  'refunds of a small partner': { kind: 'refund', partner_id: smallPartnerId },
  'of no processor': { processor: 'none' },
})

const fees: Queries = Object.fromEntries(
  ['service', 'cancellation', 'correction', 'dispute'].map((kind) => [kind, { kind }]),
)

const ledger = ({ carrierId, paymentId }: Subjects): Queries => ({
  'of fees': { account: 'platform:fees' },
  'of the processor': { account: 'processor:sandbox' },
  'of a carrier': { account: `carrier:${carrierId}` },
  'of a payment': { payment_id: paymentId },
  ...Object.fromEntries(['hold', 'share', 'refund', 'dispute'].map((kind) => [kind, { kind }])),
  'shares of a carrier': { account: `carrier:${carrierId}`, kind: 'share' },
  'corrections of fees': { account: 'platform:fees', kind: 'correction' },
  'refunds on a day': { kind: 'refund', from: daysAgo(200), to: daysAgo(199) },
})

const wallets: Queries = {
  customers: { holder: 'customer' },
  'customers by name': { holder: 'customer', order: 'name' },
  'customers, name': { holder: 'customer', name: 'ana' },
  'customers, amount': { holder: 'customer', min_cents: 5_000 },
  carriers: { holder: 'carrier' },
  'carriers by name': { holder: 'carrier', order: 'name' },
}

const disputes: Queries = {
  open: { state: 'open' },
  closed: { state: 'closed' },
  warnings: { kind: 'fraud_warning' },
}

const listed = (name: string, operation: Read['operation'], queries: Queries): Read[] =>
  Object.entries(queries).map(([filter, query]) => ({ name: `${name}: ${filter}`, operation, query }))

/** The overview, each list of money with each filter, and the first rows of its file. */
export const readsOfMoney = (subjects: Subjects): Read[] => {
  const shared = ofAll(subjects)
  const withoutPartner = Object.fromEntries(
    Object.entries(shared).filter(([, query]) => !('partner_id' in query)),
  )
  return [
    { name: 'money', operation: readMoney },
    ...listed('holds', listHolds, { ...shared, ...holds }),
    ...listed('effects', listEffects, { ...shared, ...effects(subjects) }),
    ...listed('fees', listFees, { ...shared, ...fees }),
    ...listed('disputes', listDisputes, { ...shared, ...disputes }),
    ...Object.entries(wallets).map(([filter, filters]) => ({
      name: `wallets: ${filter}`,
      operation: listWallets,
      body: { filters },
    })),
    { name: 'a wallet', operation: readWalletForStaff, params: { account_id: subjects.customerId } },
    {
      name: 'a wallet of a carrier',
      operation: readWalletForStaff,
      params: { account_id: subjects.carrierId },
    },
    { name: 'ledger', operation: readLedger },
    { name: 'ledger: differences', operation: listLedgerDifferences },
    ...listed('ledger rows', listLedgerRows, { ...withoutPartner, ...ledger(subjects) }),
    { name: 'holds: file, first rows', operation: exportHolds },
    { name: 'effects: file, first rows', operation: exportEffects },
    { name: 'fees: file, first rows', operation: exportFees },
    { name: 'disputes: file, first rows', operation: exportDisputes },
    { name: 'wallets: file, first rows', operation: exportWallets, query: { holder: 'customer' } },
    { name: 'ledger rows: file, first rows', operation: exportLedgerRows },
  ]
}
