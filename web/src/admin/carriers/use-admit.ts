import { useTranslation } from 'react-i18next'
import { approveCarrier, type CarrierForStaff, resumeCarrier } from '#contract/admin/carriers.ts'
import { type ApiError, call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { changedByDecisions } from '../person/changed.ts'
import type { Asked } from '../person/reason-dialog.tsx'
import type { Refused } from './not-decided.tsx'

type AdmitInput = {
  carrier: CarrierForStaff
  /** Called if the carrier was saved, or decided on, since it was read. It is then read again. */
  onRefused: (refused: Refused) => void
}

/** Lets a carrier accept jobs, if nothing of it has changed since the page showed it. */
export function useAdmit({ carrier, onRefused }: AdmitInput): Record<'approve' | 'resume', Asked> {
  const { t } = useTranslation('people')
  const { account_id, name, updated_at } = carrier
  const params = { account_id }
  const notice = (text: string) => () => {
    notify({ text })
    return readAgain(...changedByDecisions)
  }
  const shared = {
    help: t('carriers.reasonTold'),
    field: 'told' as const,
    onRefused: ({ status, message }: ApiError) => {
      if (status !== 409) return
      onRefused({ text: message, seen: carrier })
      void readAgain(...changedByDecisions)
    },
  }
  return {
    approve: {
      ...shared,
      title: t('carriers.approveTitle', { name }),
      text: t('carriers.approveText'),
      label: t('carriers.approveReason'),
      act: t('carriers.approve'),
      body: approveCarrier.body,
      send: (told) => call(approveCarrier, { params, body: { updated_at, ...(told && { told }) } }),
      onDone: notice(t('carriers.approved', { name })),
    },
    resume: {
      ...shared,
      title: t('carriers.resumeTitle', { name }),
      text: t('carriers.resumeText'),
      act: t('carriers.resume'),
      body: resumeCarrier.body,
      send: (told) => call(resumeCarrier, { params, body: { updated_at, told } }),
      onDone: notice(t('carriers.resumed', { name })),
    },
  }
}
