import { type CarrierForStaff, rejectCarrier, suspendCarrier } from '#contract/admin/carriers.ts'
import { call } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { changedByDecisions } from '../person/changed.ts'

/**
 * Turns a carrier down, or stops one. The request is sent after the time to undo it, because the carrier is told at
 * once.
 */
export function useTurnDown(
  carrier: CarrierForStaff,
): Record<'reject' | 'suspend', TitledAct<{ told: string }>> {
  const { t } = useTexts('people')
  const plan = usePlan()
  const { account_id, name, language } = carrier
  const params = { account_id }
  const planned = {
    subject: account_id,
    // Neither of the two needs a fresh proof.
    prove: async () => {},
    changed: changedByDecisions,
  }
  const help = t('carriers.messageHelp', { language: t(`languages.${language}`) })
  const shared = {
    reason: { label: t('carriers.message'), help },
    initial: { told: '' },
    isDangerous: true,
  }
  return {
    reject: {
      ...shared,
      title: t('carriers.rejectTitle', { name }),
      text: t('carriers.rejectText'),
      act: t('carriers.reject'),
      body: rejectCarrier.body,
      send: async (body) =>
        plan({
          ...planned,
          text: t('carriers.rejectWill', { name }),
          done: t('carriers.rejected', { name }),
          send: (options) => call(rejectCarrier, { params, body, ...options }),
        }),
    },
    suspend: {
      ...shared,
      title: t('carriers.suspendTitle', { name }),
      text: t('carriers.suspendText'),
      act: t('carriers.suspend'),
      body: suspendCarrier.body,
      send: async (body) =>
        plan({
          ...planned,
          text: t('carriers.suspendWill', { name }),
          done: t('carriers.suspended', { name }),
          send: (options) => call(suspendCarrier, { params, body, ...options }),
        }),
    },
  }
}
