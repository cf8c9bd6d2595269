import type { Kysely } from 'kysely'
import type { listDisputes } from '#contract/admin/money/disputes.ts'
import type { listEffects } from '#contract/admin/money/effects.ts'
import type { listFees } from '#contract/admin/money/fees.ts'
import type { listHolds } from '#contract/admin/money/holds.ts'
import type { moneyOperations } from '#contract/admin/money/index.ts'
import type { Ledger, listLedgerRows } from '#contract/admin/money/ledger.ts'
import type { exportWallets } from '#contract/admin/money/wallets.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { releaseDispute } from '../../../jobs/money/disputes.ts'
import { settleOutside } from '../../../jobs/money/settle-outside.ts'
import type { Column } from '../../../lib/csv.ts'
import { retryEffect } from '../../../payments/effects/retry.ts'
import { bookPayment } from '../../../payments/events/book-payment.ts'
import type { ProcessorEventNeeds } from '../../../payments/events/needs.ts'
import { findDisputes } from '../../../payments/queries/find-disputes.ts'
import { findEffects, readEffect } from '../../../payments/queries/find-effects.ts'
import { findFees } from '../../../payments/queries/find-fees.ts'
import { findHolds } from '../../../payments/queries/find-holds.ts'
import { findLedgerRows } from '../../../payments/queries/find-ledger-rows.ts'
import { findWallets, readWallet } from '../../../payments/queries/find-wallets.ts'
import { readMoney } from '../../../payments/queries/read-money.ts'
import { bookDifference, listDifferences } from '../../../today/differences.ts'
import { askForCheck, readLedgerBalances, readLedgerState } from '../../../today/ledger.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { listing } from '../listing.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { shownWords } from '../sees-phones.ts'
import {
  disputeColumns,
  effectColumns,
  feeColumns,
  holdColumns,
  ledgerRowColumns,
  presentDispute,
  presentEffect,
  presentFee,
  presentHold,
  presentJob,
  presentLedgerRow,
  presentWallet,
  walletColumns,
} from './present.ts'

type CheckNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

export type MoneyNeeds = ProcessorEventNeeds & CheckNeeds & RecordExportNeeds

/** Limit of all lists together: each of the six once with masked and once with whole phones. */
const exportLimit = { of: 'money', perMinute: 12 }

const fileOf = <Shown>(name: string, columns: readonly Column<Shown>[]) => ({
  name,
  columns,
  act: 'money.export' as const,
  targets: () => [{ type: 'money' as const, id: name }],
  limit: exportLimit,
  choosesPhones: true as const,
})

const holds = listing<typeof listHolds, MoneyNeeds>()({
  member: 'holds',
  find: ({ kysely }, query) => findHolds(kysely, filtersOf(query)),
  present: (rows, { words }) => rows.map((row) => presentHold(row, words)),
  file: fileOf('holds', holdColumns),
})

const effects = listing<typeof listEffects, MoneyNeeds>()({
  member: 'effects',
  find: ({ kysely }, query) => findEffects(kysely, filtersOf(query)),
  present: (rows, { words }) => rows.map((row) => presentEffect(row, words)),
  file: fileOf('effects', effectColumns),
})

const fees = listing<typeof listFees, MoneyNeeds>()({
  member: 'fees',
  find: ({ kysely }, query) => findFees(kysely, filtersOf(query)),
  present: (rows, { words }) => rows.map((row) => presentFee(row, words)),
  file: fileOf('fees', feeColumns),
})

const disputes = listing<typeof listDisputes, MoneyNeeds>()({
  member: 'disputes',
  find: ({ kysely }, query) => findDisputes(kysely, filtersOf(query)),
  present: (rows, { words }) => rows.map((row) => presentDispute(row, words)),
  file: fileOf('disputes', disputeColumns),
})

const wallets = listing<typeof exportWallets, MoneyNeeds>()({
  member: 'wallets',
  find: ({ kysely }, query) => findWallets(kysely, filtersOf(query)),
  present: (rows, { words }) => rows.map((row) => presentWallet(row, words)),
  file: fileOf('wallets', walletColumns),
})

const ledgerRows = listing<typeof listLedgerRows, MoneyNeeds>()({
  member: 'rows',
  find: ({ kysely }, query) => findLedgerRows(kysely, filtersOf(query)),
  present: (rows, { words }) => rows.map((row) => presentLedgerRow(row, words)),
  file: fileOf('ledger-rows', ledgerRowColumns),
})

/** Where the money is, and what staff do about it. */
export const moneyHandlers: Handlers<typeof moneyOperations, MoneyNeeds> = {
  readMoney:
    ({ kysely }) =>
    async () => {
      const [money, { balanced, checkedAt }] = await Promise.all([readMoney(kysely), readLedgerState(kysely)])
      const { today } = money
      return {
        held: money.held,
        to_capture: money.toCapture,
        to_refund: money.toRefund,
        owed_to_carriers: money.owedToCarriers,
        waits_for_account: money.waitsForAccount,
        failing: { count: money.failing.count },
        wallets: money.wallets,
        disputes: money.disputes,
        today: {
          from: today.from,
          captured_cents: today.capturedCents,
          refunded_cents: today.refundedCents,
          paid_out_cents: today.paidOutCents,
          fees_cents: today.feesCents,
        },
        ledger: { balanced, checked_at: checkedAt },
      }
    },
  listHolds: holds.list,
  exportHolds: holds.export,
  listEffects: effects.list,
  exportEffects: effects.export,
  retryEffect:
    (needs) =>
    async ({ caller, params, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      await retryEffect(needs, { effectId: params.effect_id, by })
      return presentEffect(await readEffect(needs.kysely, params.effect_id), shownWords(caller))
    },
  settleEffectOutside:
    (needs) =>
    async ({ caller, params, body, request }) => {
      const { paid_through: paidThrough, reference, amount_cents: amountCents, reason } = body
      const by = byCaller(caller, request, reason)
      await settleOutside(needs, { effectId: params.effect_id, paidThrough, reference, amountCents, by })
      return presentEffect(await readEffect(needs.kysely, params.effect_id), shownWords(caller))
    },
  bookPayment:
    (needs) =>
    async ({ caller, params, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const { changed, ...cents } = await bookPayment(needs, { paymentId: params.payment_id, by })
      return { changed, captured_cents: cents.capturedCents, refunded_cents: cents.refundedCents }
    },
  listFees: fees.list,
  exportFees: fees.export,
  listDisputes: disputes.list,
  exportDisputes: disputes.export,
  releaseDispute:
    (needs) =>
    async ({ caller, params, body, request }) => {
      const by = { ...byCaller(caller, request, body.reason), reason: body.reason }
      await releaseDispute(needs, { ...params, by })
    },
  listWallets:
    (needs) =>
    ({ caller, body: { filters, ...paging } }) =>
      wallets.list(needs)({ caller, params: undefined, query: { ...filters, ...paging } }),
  exportWallets: wallets.export,
  readWalletForStaff:
    ({ kysely }) =>
    async ({ caller, params: { account_id: accountId } }) => {
      const wallet = await readWallet(kysely, accountId)
      if (!wallet) throw notFound
      return {
        account_id: accountId,
        name: shownWords(caller)(wallet.name),
        is_carrier: wallet.isCarrier,
        balance_cents: wallet.balanceCents,
        available_cents: wallet.availableCents,
        owed_cents: wallet.owedCents,
      }
    },
  readLedger:
    ({ kysely }) =>
    () =>
      answerLedger(kysely),
  checkLedger:
    ({ kysely, limiter }) =>
    async ({ caller, request }) => {
      const decision = await limiter.take('ledger-check', maxPerMinute)
      if (!decision.allowed) throw rateLimited(decision)
      await askForCheck(kysely, byCaller(caller, request))
      return answerLedger(kysely)
    },
  listLedgerDifferences:
    ({ kysely }) =>
    async ({ caller, query }) => {
      const words = shownWords(caller)
      const found = await listDifferences(kysely, query.check)
      return {
        differences: found.map(({ paymentId, job, rows, ...difference }) => ({
          ...difference,
          job: job && presentJob(job, words),
          payment_id: paymentId,
          rows: rows.map((row) => presentLedgerRow(row, words)),
        })),
      }
    },
  bookLedgerDifference:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { reason, ...seen } = body
      await bookDifference({ kysely }, { seen, by: byCaller(caller, request, reason) })
      return answerLedger(kysely)
    },
  listLedgerRows: ledgerRows.list,
  exportLedgerRows: ledgerRows.export,
}

/** Limit of all members together: each is recorded. */
const maxPerMinute = 6

/** The result of the last check of the ledger. */
async function answerLedger(kysely: Kysely<Tables>): Promise<Answered<Ledger>> {
  const ledger = await readLedgerBalances(kysely)
  const { balanced, checkedAt, wholeCheckedAt, unbalancedSince, differences, balances } = ledger
  return {
    balanced,
    checked_at: checkedAt,
    whole_checked_at: wholeCheckedAt,
    checking: ledger.isAsked,
    unbalanced_since: unbalancedSince,
    differences,
    balances,
  }
}

type Sent = {
  job_id?: string
  partner_id?: string
  carrier_id?: string
  payment_id?: string
  min_cents?: number
  max_cents?: number
}

/** The filters of a list in the names of `payments/queries`. */
const filtersOf = <Query extends Sent>({
  job_id: jobId,
  partner_id: partnerId,
  carrier_id: carrierId,
  payment_id: paymentId,
  min_cents: minCents,
  max_cents: maxCents,
  ...named
}: Query) => ({ ...named, jobId, partnerId, carrierId, paymentId, minCents, maxCents })
