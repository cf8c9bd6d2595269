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
    description:
      '`customer`: the balances of wallets; `carrier`: the amounts owed to carriers and not transferred yet.',
  }),
  order: Type.Optional(
    Type.Enum([...walletOrders], {
      type: 'string',
      description:
        '`size`: the largest balance first, the default; `name`: by name, with accented letters after z.',
    }),
  ),
  ...amountFilters,
}

const WalletFilters = Type.Object({ ...filters, name: filterText('The start of the name.') }, closed)

const Wallet = Type.Object(
  { ...person, balance_cents: Cents('The balance') },
  { $id: 'ListedWallet', ...closed },
)
export type ListedWallet = Static<typeof Wallet>

/** The balance of the last row, and its person. */
const WalletPlace = Type.String({
  pattern: '^[0-9]{1,12}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'The `next` of the previous page.',
})

export const listWallets = {
  operationId: 'listWallets',
  method: 'POST',
  url: '/admin/v1/money/wallets/list',
  access: 'viewer',
  summary: 'List the balances of customers or of carriers',
  description:
    'Only balances above zero. The operation changes nothing; it is a POST because a name must not be in a URL.',
  body: Type.Object({ filters: WalletFilters, ...pageQuery(WalletPlace) }, closed),
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
  summary: 'Download the balances of customers or of carriers',
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
  summary: 'Read the balances of a person',
  description:
    'The rows behind the balances: `listLedgerRows` with the account `wallet:<account_id>` or `carrier:<account_id>`.',
  params: Type.Object({ account_id: Id('The account of the person.') }),
  answers: answers(
    {
      200: {
        description: 'The balances.',
        body: Type.Object(
          {
            ...person,
            is_carrier: Type.Boolean(),
            balance_cents: Cents('The balance of the wallet'),
            available_cents: Cents(
              'The part of the balance that can pay for jobs; the rest belongs to a disputed top-up',
            ),
            owed_cents: Type.Integer({
              description:
                'The amount owed to the person as a carrier and not transferred yet, in euro cents.',
            }),
          },
          { $id: 'Wallet', ...closed },
        ),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation
