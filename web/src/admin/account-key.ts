import { type SummedAccount, summedAccounts } from '#contract/admin/money/ledger-vocabulary.ts'

export const isSummedAccount = (account: string): account is SummedAccount =>
  summedAccounts.some((each) => each === account)

type KeyOf<Name> = Name extends `${infer Kind}:${infer Rest}` ? `${Kind}_${Rest}` : Name

/** The key of an account in the texts: there, a colon ends the name of an area. */
export const accountKey = (account: SummedAccount) => account.replace(':', '_') as KeyOf<SummedAccount>
