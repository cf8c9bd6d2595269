import { Button, FileButton, Input, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listMyDocuments, uploadDocument } from '#contract/app/documents.ts'
import type { DocumentKind } from '#contract/vocabulary.ts'
import { ApiError, call } from '../../kit/api.ts'
import { IconCamera } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { withRetry } from '../../kit/with-retry.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { smaller } from '../../shared/smaller-photo.ts'

type UploadSheetProps = { kind: DocumentKind | null; onClose: () => void }

/** Asks for the photo of a document and its last day, and uploads it. */
export function UploadSheet({ kind, onClose }: UploadSheetProps) {
  const { t } = useTexts('documents')
  const closeButton = useCloseButton()
  const title = kind ? t(`kinds.${kind}`) : ''
  return (
    <Modal opened={kind !== null} onClose={onClose} title={title} closeButtonProps={closeButton}>
      {kind && <Sheet kind={kind} onClose={onClose} />}
    </Modal>
  )
}

/** The id is created when the photo is chosen, so an upload is idempotent: a retry is the same document. */
type Chosen = { file: File; url: string; documentId: string }

function Sheet({ kind, onClose }: { kind: DocumentKind; onClose: () => void }) {
  const { t } = useTexts('documents')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [expires, setExpires] = useState('')
  const [hasTried, setTried] = useState(false)
  const { mutate, isPending, error } = useUpload(kind, onClose)
  const fault = faultOf(kind, expires)
  const refusedDay = error instanceof ApiError ? error.details.expires_on : undefined
  const submit = () => {
    setTried(true)
    if (chosen && !fault) mutate({ chosen, expires })
  }
  return (
    <Stack>
      <Refused error={error} />
      <Photo chosen={chosen} onChosen={setChosen} isMissing={hasTried && !chosen} />
      <TextInput
        type="date"
        label={t('expires')}
        description={t('expiresHelp')}
        required={kind !== 'other'}
        value={expires}
        error={refusedDay ?? (hasTried && fault && t(fault))}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
      <Button size="lg" loading={isPending} onClick={submit}>
        {t('send')}
      </Button>
    </Stack>
  )
}

type PhotoProps = { chosen: Chosen | null; onChosen: (chosen: Chosen) => void; isMissing: boolean }

function Photo({ chosen, onChosen, isMissing }: PhotoProps) {
  const { t } = useTexts('documents')
  const url = chosen?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const choose = (file: File | null) => {
    if (file) onChosen({ file, url: URL.createObjectURL(file), documentId: crypto.randomUUID() })
  }
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('photo')}</Text>
      <Text size="sm" c="dimmed">
        {t('photoHelp')}
      </Text>
      {chosen && <img className="carrier-preview" src={chosen.url} alt={t('preview')} />}
      <FileButton accept="image/jpeg,image/png,image/webp,image/avif,image/gif" onChange={choose}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconCamera size={20} aria-hidden />}>
            {t(chosen ? 'chooseOther' : 'choose')}
          </Button>
        )}
      </FileButton>
      <div role="alert">{isMissing && <Input.Error size="md">{t('photoMissing')}</Input.Error>}</div>
    </Stack>
  )
}

function useUpload(kind: DocumentKind, onClose: () => void) {
  const { t } = useTexts('documents')
  return useMutation({
    mutationFn: async ({ chosen, expires }: { chosen: Chosen; expires: string }) => {
      const body = await smaller(chosen.file)
      const params = { document_id: chosen.documentId }
      const query = { kind, ...(expires && { expires_on: expires }) }
      return withRetry(() => call(uploadDocument, { params, query, body }))
    },
    onSuccess: () => {
      notify({ text: t('sent') })
      onClose()
      return readAgain(listMyDocuments)
    },
  })
}

/** The error of the last day; null if it is valid. Days are in UTC, as on the server. */
function faultOf(kind: DocumentKind, expires: string): 'expiresMissing' | 'expiresPast' | null {
  if (!expires) return kind === 'other' ? null : 'expiresMissing'
  return expires < new Date().toISOString().slice(0, 10) ? 'expiresPast' : null
}
