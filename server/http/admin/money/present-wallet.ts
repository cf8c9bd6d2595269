import type { ListedWallet } from '#contract/admin/money/wallets.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { WalletRow } from '../../../payments/queries/find-wallets.ts'

export const presentWallet = ({ accountId, name, balanceCents }: WalletRow, words: Words): ListedWallet => ({
  account_id: accountId,
  name: words(name),
  balance_cents: balanceCents,
})

export const walletColumns: Column<ListedWallet>[] = [
  ...membersOf<ListedWallet>('account_id', 'name', 'balance_cents'),
]
