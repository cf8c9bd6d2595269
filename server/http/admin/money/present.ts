import type { StaffDispute } from '#contract/admin/money/disputes.ts'
import type { MoneyEffect } from '#contract/admin/money/effects.ts'
import type { Fee } from '#contract/admin/money/fees.ts'
import type { Hold } from '#contract/admin/money/holds.ts'
import type { LedgerRow } from '#contract/admin/money/ledger.ts'
import type { ListedWallet } from '#contract/admin/money/wallets.ts'
import type { Answered } from '#contract/app/common.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { JobColumns } from '../../../payments/queries/conditions.ts'
import type { DisputeRow } from '../../../payments/queries/find-disputes.ts'
import type { EffectRow } from '../../../payments/queries/find-effects.ts'
import type { FeeRow } from '../../../payments/queries/find-fees.ts'
import type { HoldRow } from '../../../payments/queries/find-holds.ts'
import type { LedgerRow as Row } from '../../../payments/queries/find-ledger-rows.ts'
import type { WalletRow } from '../../../payments/queries/find-wallets.ts'

export const presentJob = ({ jobId, jobTitle }: Pick<JobColumns, 'jobId' | 'jobTitle'>, words: Words) =>
  jobId === null ? null : { job_id: jobId, title: words(jobTitle ?? '') }

/** The job of an amount, and the partner who handed it over. */
const presentJobAndPartner = (row: JobColumns, words: Words) => ({
  job: presentJob(row, words),
  partner: row.partnerId === null ? null : { partner_id: row.partnerId, company_name: row.companyName ?? '' },
})

type WithJob = { job: { job_id: string; title: string } | null }
type WithPartner = { partner: { partner_id: string; company_name: string } | null }

const columnsOfJob: Column<WithJob>[] = [
  { header: 'job_id', value: ({ job }) => job?.job_id ?? null },
  { header: 'job_title', value: ({ job }) => job?.title ?? null },
]

const columnsOfPartner: Column<WithPartner>[] = [
  { header: 'partner_id', value: ({ partner }) => partner?.partner_id ?? null },
  { header: 'partner', value: ({ partner }) => partner?.company_name ?? null },
]

export const presentHold = (row: HoldRow, words: Words): Answered<Hold> => ({
  payment_id: row.paymentId,
  state: row.state,
  source: row.source,
  processor: row.processor,
  amount_cents: row.amountCents,
  held_at: row.heldAt,
  ends_at: row.endsAt,
  renewals: row.renewals,
  customer: { account_id: row.customerId, name: words(row.customerName) },
  ...presentJobAndPartner(row, words),
})

export const holdColumns: Column<Answered<Hold>>[] = [
  ...membersOf('payment_id', 'state', 'source', 'processor', 'amount_cents', 'held_at', 'ends_at'),
  ...membersOf('renewals'),
  ...columnsOfJob,
  { header: 'customer_id', value: ({ customer }) => customer?.account_id ?? null },
  { header: 'customer', value: ({ customer }) => customer?.name ?? null },
  ...columnsOfPartner,
]

export const presentEffect = (row: EffectRow, words: Words): Answered<MoneyEffect> => ({
  effect_id: row.effectId,
  kind: row.kind,
  state: row.state,
  by_hand: row.byHand,
  settled_by: row.settledBy,
  amount_cents: row.amountCents,
  payment_id: row.paymentId,
  processor: row.processor,
  source: row.source,
  attempts: row.attempts,
  last_error: words(row.lastError),
  next_try_at: row.nextTryAt,
  created_at: row.createdAt,
  settled_at: row.settledAt,
  carrier: row.carrierId === null ? null : { account_id: row.carrierId, name: words(row.carrierName) },
  ...presentJobAndPartner(row, words),
})

export const effectColumns: Column<Answered<MoneyEffect>>[] = [
  ...membersOf('effect_id', 'kind', 'state', 'by_hand', 'settled_by', 'amount_cents', 'payment_id'),
  ...membersOf('processor', 'source', 'attempts', 'last_error', 'next_try_at', 'created_at'),
  ...membersOf('settled_at'),
  ...columnsOfJob,
  { header: 'carrier_id', value: ({ carrier }) => carrier?.account_id ?? null },
  { header: 'carrier', value: ({ carrier }) => carrier?.name ?? null },
  ...columnsOfPartner,
]

export const presentFee = (row: FeeRow, words: Words): Answered<Fee> => ({
  row_id: row.rowId,
  kind: row.kind,
  at: row.at,
  earned_cents: row.earnedCents,
  payment_id: row.paymentId,
  ...presentJobAndPartner(row, words),
})

export const feeColumns: Column<Answered<Fee>>[] = [
  ...membersOf('row_id', 'kind', 'at', 'earned_cents', 'payment_id'),
  ...columnsOfJob,
  ...columnsOfPartner,
]

export const presentDispute = (row: DisputeRow, words: Words): Answered<StaffDispute> => ({
  reference: row.reference,
  processor: row.processor,
  kind: row.kind,
  state: row.state,
  status: words(row.status),
  cause: words(row.cause),
  blocks: row.blocks,
  amount_cents: row.amountCents,
  withdrawn_cents: row.withdrawnCents,
  fee_cents: row.feeCents,
  payment_id: row.paymentId,
  respond_by: row.respondBy,
  opened_at: row.openedAt,
  closed_at: row.closedAt,
  released_at: row.releasedAt,
  release_reason: words(row.releaseReason),
  ...presentJobAndPartner(row, words),
})

export const disputeColumns: Column<Answered<StaffDispute>>[] = [
  ...membersOf('reference', 'processor', 'kind', 'state', 'status', 'cause', 'blocks'),
  ...membersOf('amount_cents', 'withdrawn_cents', 'fee_cents', 'payment_id', 'respond_by'),
  ...membersOf('opened_at', 'closed_at', 'released_at', 'release_reason'),
  ...columnsOfJob,
  ...columnsOfPartner,
]

export const presentWallet = (
  { accountId, name, balanceCents }: WalletRow,
  words: Words,
): Answered<ListedWallet> => ({
  account_id: accountId,
  name: words(name),
  balance_cents: balanceCents,
})

export const walletColumns: Column<Answered<ListedWallet>>[] = [
  ...membersOf('account_id', 'name', 'balance_cents'),
]

export const presentLedgerRow = (row: Row, words: Words): Answered<LedgerRow> => ({
  row_id: row.rowId,
  at: row.at,
  kind: row.kind,
  debit: row.debit,
  credit: row.credit,
  amount_cents: row.amountCents,
  job: presentJob(row, words),
  payment_id: row.paymentId,
  purpose: row.purpose,
  effect:
    row.effectId !== null && row.effectKind !== null
      ? { effect_id: row.effectId, kind: row.effectKind, by_hand: row.byHand ?? false }
      : null,
})

export const ledgerRowColumns: Column<Answered<LedgerRow>>[] = [
  ...membersOf('row_id', 'at', 'kind', 'debit', 'credit', 'amount_cents'),
  ...columnsOfJob,
  ...membersOf('payment_id', 'purpose'),
  { header: 'effect_id', value: ({ effect }) => effect?.effect_id ?? null },
  { header: 'effect_kind', value: ({ effect }) => effect?.kind ?? null },
  { header: 'by_hand', value: ({ effect }) => effect?.by_hand ?? null },
]
