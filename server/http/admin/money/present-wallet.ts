import type { ListedWallet } from '#contract/admin/money/wallets.ts'
import type { WalletRow } from '../../../payments/queries/find-wallets.ts'
import type { Words } from '../sees-phones.ts'

export const presentWallet = ({ accountId, name, balanceCents }: WalletRow, words: Words): ListedWallet => ({
  account_id: accountId,
  name: words(name),
  balance_cents: balanceCents,
})

export const walletColumns = {
  account_id: ({ account_id }: ListedWallet) => account_id,
  name: ({ name }: ListedWallet) => name,
  balance_cents: ({ balance_cents }: ListedWallet) => balance_cents,
}
