import { useTranslation } from 'react-i18next'
import { type AccountForStaff, resumeAccount, suspendAccount } from '#contract/admin/accounts.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { changedByDecisions } from '../person/changed.ts'
import type { Asked } from '../person/reason-dialog.tsx'

/** Suspends an account, at once because it may be a fraud, or lifts the suspension. */
export function useSuspension(
  { account_id }: AccountForStaff,
  name: string,
): Record<'suspend' | 'resume', Asked> {
  const { t } = useTranslation('people')
  const params = { account_id }
  const told = (text: string) => () => {
    notify({ text })
    return readAgain(...changedByDecisions)
  }
  return {
    suspend: {
      title: t('customers.suspendTitle', { name }),
      text: t('customers.suspendText'),
      help: t('customers.suspendReason'),
      act: t('customers.suspend'),
      isRed: true,
      body: suspendAccount.body,
      send: (reason) => call(suspendAccount, { params, body: { reason } }),
      onDone: told(t('customers.suspended', { name })),
    },
    resume: {
      title: t('customers.resumeTitle', { name }),
      text: t('customers.resumeText'),
      help: t('reasonForLog'),
      act: t('customers.resume'),
      body: resumeAccount.body,
      send: (reason) => call(resumeAccount, { params, body: { reason } }),
      onDone: told(t('customers.resumed', { name })),
    },
  }
}
