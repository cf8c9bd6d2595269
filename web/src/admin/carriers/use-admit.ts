import { useQuery } from '@tanstack/react-query'
import { approveCarrier, type CarrierForStaff, resumeCarrier } from '#contract/admin/carriers.ts'
import { listCarrierDocuments } from '#contract/admin/documents.ts'
import { type ApiError, call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'
import { changedByDecisions } from '../person/changed.ts'
import type { Refused } from './not-decided.tsx'

type AdmitInput = {
  carrier: CarrierForStaff
  /** Callback if the carrier was saved or decided on since it was read; it is then refetched. */
  onRefused: (refused: Refused) => void
}

/** Lets a carrier accept jobs, if the profile is unchanged since the page showed it. */
export function useAdmit({
  carrier,
  onRefused,
}: AdmitInput): Record<'approve' | 'resume', TitledAct<{ told: string }>> {
  const { t } = useTexts('people')
  const { account_id, name, updated_at, language } = carrier
  const params = { account_id }
  // The page shows the same list, so this sends no further request.
  const documents = useQuery(reading(listCarrierDocuments, { params, query: { limit: 200 } })).data?.documents
  const hasNone = documents !== undefined && !documents.some(({ state }) => state === 'accepted')
  const done = (text: string) => {
    notify({ text })
    void readAgain(...changedByDecisions)
  }
  const shared = {
    initial: { told: '' },
    onRefused: ({ status, message }: ApiError) => {
      if (status !== 409) return
      onRefused({ text: message, seen: carrier })
      void readAgain(...changedByDecisions)
    },
  }
  const help = t('carriers.messageHelp', { language: t(`languages.${language}`) })
  return {
    approve: {
      ...shared,
      title: t('carriers.approveTitle', { name }),
      text: [t('carriers.approveText'), hasNone && t('carriers.approveNoDocument')].filter(Boolean).join(' '),
      reason: { label: t('carriers.messageOptional'), help },
      act: t('carriers.approve'),
      body: approveCarrier.body,
      send: async ({ told }) => {
        await call(approveCarrier, { params, body: { updated_at, ...(told.trim() && { told }) } })
        done(t('carriers.approved', { name }))
      },
    },
    resume: {
      ...shared,
      title: t('carriers.resumeTitle', { name }),
      text: t('carriers.resumeText'),
      reason: { label: t('carriers.message'), help },
      act: t('carriers.resume'),
      body: resumeCarrier.body,
      send: async ({ told }) => {
        await call(resumeCarrier, { params, body: { updated_at, told } })
        done(t('carriers.resumed', { name }))
      },
    },
  }
}
