import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type AccountForStaff, eraseAccount } from '#contract/admin/accounts.ts'
import { ApiError, call } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { changedByDecisions } from '../person/changed.ts'
import { useMe } from '../session/me.ts'

type EraseInput = {
  account: AccountForStaff
  name: string
  /** Callback with the error that lists what must end first. */
  onRefused: (refusal: ApiError) => void
}

/** Deletes a person, after the time to undo it. */
export function useErase({ account, name, onRefused }: EraseInput): TitledAct {
  const { t } = useTexts('people')
  const me = useMe()
  const plan = usePlan()
  const [isSettled, setSettled] = useState(false)
  const { account_id } = account
  const erase = async (reason: string, options: { keepalive: boolean }) => {
    const body = { reason, money_settled: isSettled }
    await call(eraseAccount, { params: { account_id }, body, ...options }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) onRefused(error)
      throw error
    })
  }
  return {
    title: t('customers.eraseTitle', { name }),
    text: t('customers.eraseText'),
    act: t('customers.erase'),
    isDangerous: true,
    body: eraseAccount.body,
    initial: { reason: '' },
    send: async ({ reason }) =>
      plan({
        subject: account_id,
        text: t('customers.eraseWill', { name }),
        done: t('customers.erased'),
        prove: () => proveAhead(me),
        send: (options) => erase(reason, options),
        changed: changedByDecisions,
      }),
    more: <WhatBlocks account={account} isSettled={isSettled} onSettled={setSettled} />,
  }
}

type WhatBlocksProps = {
  account: AccountForStaff
  isSettled: boolean
  onSettled: (isSettled: boolean) => void
}

/** The reasons for a refusal that the page knows; the error of the server lists all. */
function WhatBlocks({ account, isSettled, onSettled }: WhatBlocksProps) {
  const { t } = useTexts('people')
  const { open_jobs_count, wallet } = account
  return (
    <>
      {open_jobs_count > 0 && (
        <p className="person-blocks">{t('customers.eraseOpen', { count: open_jobs_count })}</p>
      )}
      <Checkbox
        label={t('customers.moneySettled')}
        {...(wallet.balance_cents > 0 && {
          description: t('customers.moneySettledNow', { amount: money(wallet.balance_cents) }),
        })}
        checked={isSettled}
        onChange={(event) => onSettled(event.currentTarget.checked)}
      />
    </>
  )
}
