import { type Static, Type } from 'typebox'
import { Cents, Id } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers, pageMembers, pageQuery, withPhones } from '../common.ts'
import { filterText } from '../people.ts'
import { amountFilters, closed, downloads, fileAnswers, fileDescription, person } from './common.ts'

export const walletHolders = ['customer', 'carrier'] as const
export type WalletHolder = (typeof walletHolders)[number]
export const walletOrders = ['size', 'name'] as const
export type WalletOrder = (typeof walletOrders)[number]

const filters = {
  holder: Type.Enum([...walletHolders], {
    type: 'string',
    description: '`customer`: what is in wallets; `carrier`: what is owed to carriers and not paid out.',
  }),
  order: Type.Optional(
    Type.Enum([...walletOrders], {
      type: 'string',
      description: '`size`: the largest first, by default; `name`: accented letters come after z.',
    }),
  ),
  name: filterText('How the name begins.'),
  ...amountFilters,
}

const Wallet = Type.Object({ ...person, balance_cents: Cents('Balance') }, { $id: 'ListedWallet', ...closed })
export type ListedWallet = Static<typeof Wallet>

/** The balance of the last row, and its person. */
const WalletPlace = Type.String({
  pattern: '^[0-9]{1,12}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: '`next` of the page before.',
})

export const listWallets = {
  operationId: 'listWallets',
  method: 'GET',
  url: '/admin/v1/money/wallets',
  access: 'viewer',
  summary: 'Balances of customers, or of carriers',
  description: 'Only those above zero.',
  query: Type.Object({ ...filters, ...pageQuery(WalletPlace) }),
  answers: answers({
    200: {
      description: 'The balances.',
      body: Type.Object({ wallets: Type.Array(Wallet), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const exportWallets = {
  operationId: 'exportWallets',
  method: 'GET',
  url: '/admin/v1/money/wallets/export',
  access: 'viewer',
  summary: 'Download the balances of customers, or of carriers',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation

export const readWalletForStaff = {
  operationId: 'readWalletForStaff',
  method: 'GET',
  url: '/admin/v1/money/wallets/:account_id',
  access: 'viewer',
  summary: 'The balances of one person',
  description: 'Its rows are those of `listLedgerRows` for `wallet:` or `carrier:` and the id.',
  params: Type.Object({ account_id: Id('The person.') }),
  answers: answers(
    {
      200: {
        description: 'The balances.',
        body: Type.Object(
          {
            ...person,
            is_carrier: Type.Boolean(),
            balance_cents: Cents('In the wallet'),
            available_cents: Cents('A part of it: what can pay jobs; the rest belongs to a disputed top-up'),
            owed_cents: Type.Integer({ description: 'Owed as a carrier and not paid out, in euro cents.' }),
          },
          { $id: 'Wallet', ...closed },
        ),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation
