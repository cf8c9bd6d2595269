import { askForDocument } from '#contract/admin/documents.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActForm } from '../../panel/act-form.tsx'
import { changedByDocuments } from './use-refuse-document.ts'

type AskForDocumentProps = { params: { account_id: string; document_id: string }; onDone: () => void }

/** Asks the carrier for the document that follows an accepted one. */
export function AskForDocument({ params, onDone }: AskForDocumentProps) {
  const { t } = useTexts('people')
  return (
    <ActForm
      text={t('documents.askText')}
      act={t('documents.ask')}
      body={askForDocument.body}
      initial={{ reason: '' }}
      reason={{ isFocused: true }}
      send={async (body) => {
        await call(askForDocument, { params, body })
        notify({ text: t('documents.asked') })
        void readAgain(...changedByDocuments)
      }}
      onSent={onDone}
    />
  )
}
