import { Modal } from '@mantine/core'
import { type MyDocument, readMyDocumentPicture } from '#contract/app/documents.ts'
import { requestOf } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'

type PictureDialogProps = { document: MyDocument | null; onClose: () => void }

/** The picture of a document in full size. */
export function PictureDialog({ document, onClose }: PictureDialogProps) {
  const { t } = useTexts('documents')
  const closeButton = useCloseButton()
  const title = document ? t('pictureOf', { kind: t(`kinds.${document.kind}`) }) : ''
  return (
    <Modal
      opened={document !== null}
      onClose={onClose}
      title={title}
      fullScreen
      closeButtonProps={closeButton}
    >
      {document && <img className="carrier-document-picture" src={urlOf(document)} alt={title} />}
    </Modal>
  )
}

/** The session's cookie goes with the request; the response is never cached. */
const urlOf = ({ document_id }: MyDocument): string =>
  requestOf(readMyDocumentPicture, { params: { document_id } }).url
