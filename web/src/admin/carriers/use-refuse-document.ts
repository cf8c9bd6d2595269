import { type CarrierForStaff, listCarriers } from '#contract/admin/carriers.ts'
import { type CarrierDocument, listCarrierDocuments, refuseDocument } from '#contract/admin/documents.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'
import { usePlan } from '../../panel/use-plan.ts'

/** Queries whose responses a decision on a document changes. */
export const changedByDocuments = [listCarrierDocuments, listCarriers, readToday]

/** Refuses a document. The request is sent after the time to undo it, because the carrier is told at once. */
export function useRefuseDocument(
  { account_id, name, language }: Pick<CarrierForStaff, 'account_id' | 'name' | 'language'>,
  document: CarrierDocument | null,
): TitledAct<{ told: string }> | null {
  const { t } = useTexts('people')
  const plan = usePlan()
  if (!document) return null
  const { document_id, kind } = document
  const of = { kind: t(`documents.kinds.${kind}`), name }
  return {
    title: t('documents.refuseTitle', of),
    text: t('documents.refuseText'),
    reason: {
      label: t('carriers.message'),
      help: t('carriers.messageHelp', { language: t(`languages.${language}`) }),
    },
    initial: { told: '' },
    isDangerous: true,
    act: t('documents.refuse'),
    body: refuseDocument.body,
    send: async (body) =>
      plan({
        subject: document_id,
        text: t('documents.refuseWill', of),
        done: t('documents.refused'),
        // It needs no fresh proof.
        prove: async () => {},
        changed: changedByDocuments,
        send: (options) => call(refuseDocument, { params: { account_id, document_id }, body, ...options }),
      }),
  }
}
