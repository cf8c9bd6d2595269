import { useTranslation } from 'react-i18next'
import { type CarrierForStaff, listCarriers } from '#contract/admin/carriers.ts'
import { type CarrierDocument, listCarrierDocuments, refuseDocument } from '#contract/admin/documents.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { usePlan } from '../../panel/use-plan.ts'
import type { Asked } from '../person/reason-dialog.tsx'

/** Operations whose responses a decision on a document changes. */
export const changedByDocuments = [listCarrierDocuments, listCarriers, readToday]

/** Refuses a document. Sent after the time to undo it, because the carrier is told at once. */
export function useRefuseDocument(
  { account_id, name }: Pick<CarrierForStaff, 'account_id' | 'name'>,
  document: CarrierDocument | null,
): Asked | null {
  const { t } = useTranslation('people')
  const plan = usePlan()
  if (!document) return null
  const { document_id, kind } = document
  const of = { kind: t(`documents.kinds.${kind}`), name }
  return {
    title: t('documents.refuseTitle', of),
    text: t('documents.refuseText'),
    help: t('carriers.reasonTold'),
    field: 'told',
    isRed: true,
    act: t('documents.refuse'),
    body: refuseDocument.body,
    send: async (told) =>
      plan({
        subject: document_id,
        text: t('documents.refuseWill', of),
        done: t('documents.refused'),
        // It needs no fresh proof.
        prove: async () => {},
        changed: changedByDocuments,
        send: (options) =>
          call(refuseDocument, { params: { account_id, document_id }, body: { told }, ...options }),
      }),
  }
}
