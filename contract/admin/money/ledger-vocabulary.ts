/*
 * The closed lists of the ledger. The server books by them, and the texts of the panel have a name for each: the compiler
 * finds the one that is missing.
 */

/** An account is its kind and a name, such as `wallet:…`. In the order in which money goes through them. */
export const ledgerAccountKinds = ['processor', 'wallet', 'held', 'captured', 'carrier', 'platform'] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

export const platformAccounts = [
  'platform:fees',
  'platform:disputes',
  'platform:dispute_fees',
  'platform:outside',
  'platform:differences',
] as const

/** What balances and figures show beside processors: all accounts of a kind as one, and each of the platform. */
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
