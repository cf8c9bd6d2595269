/*
 * The closed lists of the ledger. The server books by them, and the panel's texts name each: a missing text is a
 * compiler error.
 */

/** The kinds of accounts, in the order in which money goes through them. An account is `<kind>:<name>`. */
export const ledgerAccountKinds = ['processor', 'wallet', 'held', 'captured', 'carrier', 'platform'] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

export const platformAccounts = [
  'platform:fees',
  'platform:disputes',
  'platform:dispute_fees',
  'platform:outside',
  'platform:differences',
] as const

/** The accounts in balances and figures, without processors: one sum per kind, and each account of the platform. */
export const summedAccounts = ['wallet', 'held', 'captured', 'carrier', ...platformAccounts] as const
export type SummedAccount = (typeof summedAccounts)[number]

export const ledgerKinds = [
  'hold',
  'release',
  'capture',
  'refund',
  'refund_failed',
  'transfer',
  'top_up',
  'share',
  'fee',
  'correction',
  'dispute',
  'dispute_fee',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
