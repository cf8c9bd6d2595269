import { type AccountForStaff, resumeAccount, suspendAccount } from '#contract/admin/accounts.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'
import { changedByDecisions } from '../person/changed.ts'

/** Suspends an account, at once because it may be a fraud, or lifts the suspension. */
export function useSuspension(
  { account_id }: AccountForStaff,
  name: string,
): Record<'suspend' | 'resume', TitledAct> {
  const { t } = useTexts('people')
  const params = { account_id }
  const initial = { reason: '' }
  const done = (text: string) => {
    notify({ text })
    void readAgain(...changedByDecisions)
  }
  return {
    suspend: {
      title: t('customers.suspendTitle', { name }),
      text: t('customers.suspendText'),
      reason: { help: t('customers.suspendReason') },
      act: t('customers.suspend'),
      isDangerous: true,
      body: suspendAccount.body,
      initial,
      send: async (body) => {
        await call(suspendAccount, { params, body })
        done(t('customers.suspended', { name }))
      },
    },
    resume: {
      title: t('customers.resumeTitle', { name }),
      text: t('customers.resumeText'),
      act: t('customers.resume'),
      body: resumeAccount.body,
      initial,
      send: async (body) => {
        await call(resumeAccount, { params, body })
        done(t('customers.resumed', { name }))
      },
    },
  }
}
