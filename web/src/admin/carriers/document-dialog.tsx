import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { acceptDocument, type CarrierDocument, readDocumentPicture } from '#contract/admin/documents.ts'
import { requestOf } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AskedDialog } from '../../panel/act-dialog.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { mayCall, useMe } from '../session/me.ts'
import { AcceptDocument } from './accept-document.tsx'
import { AskForDocument } from './ask-for-document.tsx'
import { useRefuseDocument } from './use-refuse-document.ts'

type DocumentDialogProps = {
  carrier: Pick<CarrierForStaff, 'account_id' | 'name' | 'language'>
  document: CarrierDocument | null
  onClose: () => void
}

/** The picture of a document in full size, and the decision on a pending one. */
export function DocumentDialog({ carrier, document, onClose }: DocumentDialogProps) {
  const { t } = useTexts('people')
  const dialog = useDialog()
  const [isRefusing, setRefusing] = useState(false)
  const refusal = useRefuseDocument(carrier, document)
  const close = () => {
    setRefusing(false)
    onClose()
  }
  const title = document ? `${t(`documents.kinds.${document.kind}`)} · ${carrier.name}` : ''
  return (
    <>
      <Modal opened={document !== null && !isRefusing} onClose={close} title={title} size="xl" {...dialog}>
        {document && (
          <Opened
            carrier={carrier}
            document={document}
            title={title}
            onRefuse={() => setRefusing(true)}
            onDone={close}
          />
        )}
      </Modal>
      <AskedDialog asked={isRefusing ? refusal : null} onClose={close} />
    </>
  )
}

/** An accepted document that has expired, or expires within 30 days. */
const endsSoon = ({ state, expires_on }: CarrierDocument): boolean =>
  state === 'expired' ||
  (state === 'accepted' && expires_on !== null && Date.parse(expires_on) < Date.now() + 30 * 86_400_000)

type OpenedProps = {
  carrier: DocumentDialogProps['carrier']
  document: CarrierDocument
  title: string
  onRefuse: () => void
  onDone: () => void
}

function Opened({ carrier, document, title, onRefuse, onDone }: OpenedProps) {
  const { t } = useTexts('people')
  const me = useMe()
  const isPlanned = useIsPlanned(document.document_id)
  const { account_id } = carrier
  const { document_id, has_picture, state, reason } = document
  const params = { account_id, document_id }
  const mayDecide = mayCall(me, acceptDocument)
  return (
    <Stack>
      {has_picture && mayCall(me, readDocumentPicture) ? (
        <img className="person-picture" src={requestOf(readDocumentPicture, { params }).url} alt={title} />
      ) : (
        <Text c="dimmed">{t(has_picture ? 'documents.notForViewers' : 'documents.noPicture')}</Text>
      )}
      {state !== 'waiting' && <Text>{reason ?? t(`documents.states.${state}`)}</Text>}
      {state === 'waiting' && mayDecide && !isPlanned && (
        <AcceptDocument carrier={carrier} document={document} onRefuse={onRefuse} onDone={onDone} />
      )}
      {endsSoon(document) && mayDecide && <AskForDocument params={params} onDone={onDone} />}
    </Stack>
  )
}
