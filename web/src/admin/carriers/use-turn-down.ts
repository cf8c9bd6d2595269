import { useTranslation } from 'react-i18next'
import { type CarrierForStaff, rejectCarrier, suspendCarrier } from '#contract/admin/carriers.ts'
import { call } from '../../kit/api.ts'
import { usePlan } from '../../panel/use-plan.ts'
import { changedByDecisions } from '../person/changed.ts'
import type { Asked } from '../person/reason-dialog.tsx'

/** Turns a carrier down, or stops one. Sent after the time to undo it, because the carrier is told at once. */
export function useTurnDown(carrier: CarrierForStaff): Record<'reject' | 'suspend', Asked> {
  const { t } = useTranslation('people')
  const plan = usePlan()
  const { account_id, name } = carrier
  const params = { account_id }
  const planned = {
    subject: account_id,
    // Neither of the two needs a fresh proof.
    prove: async () => {},
    changed: changedByDecisions,
  }
  const shared = { help: t('carriers.reasonTold'), field: 'told' as const, isRed: true }
  return {
    reject: {
      ...shared,
      title: t('carriers.rejectTitle', { name }),
      text: t('carriers.rejectText'),
      act: t('carriers.reject'),
      body: rejectCarrier.body,
      send: async (told) =>
        plan({
          ...planned,
          text: t('carriers.rejectWill', { name }),
          done: t('carriers.rejected', { name }),
          send: (options) => call(rejectCarrier, { params, body: { told }, ...options }),
        }),
    },
    suspend: {
      ...shared,
      title: t('carriers.suspendTitle', { name }),
      text: t('carriers.suspendText'),
      act: t('carriers.suspend'),
      body: suspendCarrier.body,
      send: async (told) =>
        plan({
          ...planned,
          text: t('carriers.suspendWill', { name }),
          done: t('carriers.suspended', { name }),
          send: (options) => call(suspendCarrier, { params, body: { told }, ...options }),
        }),
    },
  }
}
