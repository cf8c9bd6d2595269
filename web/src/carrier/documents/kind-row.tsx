import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { deleteMyDocument, listMyDocuments, type MyDocument } from '#contract/app/documents.ts'
import type { DocumentKind } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, plainDay } from '../../kit/when.ts'

type KindRowProps = {
  kind: DocumentKind
  isNeeded: boolean
  /** The documents of this kind: one that waits or was refused, and the accepted one. */
  documents: MyDocument[]
  onSee: (document: MyDocument) => void
  onUpload: () => void
}

/** One kind of document: its documents, and a button to upload the next. */
export function DocumentKindRow({ kind, isNeeded, documents, onSee, onUpload }: KindRowProps) {
  const { t } = useTexts('documents')
  const name = t(`kinds.${kind}`)
  const isFirst = documents.length === 0
  return (
    <li className="carrier-document">
      <div>
        <Text fw={600}>{name}</Text>
        {isFirst && (
          <Text size="sm" c="dimmed">
            {t(isNeeded ? 'needed' : 'optional')}
          </Text>
        )}
      </div>
      {documents.map((document) => (
        <Entry key={document.document_id} document={document} onSee={() => onSee(document)} />
      ))}
      <Button
        variant={isFirst && isNeeded ? 'filled' : 'default'}
        aria-label={t(isFirst ? 'uploadOf' : 'againOf', { kind: name })}
        onClick={onUpload}
      >
        {t(isFirst ? 'upload' : 'again')}
      </Button>
    </li>
  )
}

function Entry({ document, onSee }: { document: MyDocument; onSee: () => void }) {
  const { t } = useTexts('documents')
  const { kind, state, expires_on, reason, created_at, has_picture } = document
  const name = t(`kinds.${kind}`)
  return (
    <div className="carrier-document-entry">
      <div className="carrier-document-marks">
        <span className="carrier-document-state" data-state={state}>
          {t(`state.${state}`)}
        </span>
        <Text span size="sm">
          {expires_on ? t('until', { day: plainDay(expires_on) }) : t('since', { day: day(created_at) })}
        </Text>
      </div>
      {reason && <Text size="sm">{reason}</Text>}
      <div className="carrier-document-acts">
        {has_picture && (
          <Button variant="subtle" aria-label={t('seeOf', { kind: name })} onClick={onSee}>
            {t('see')}
          </Button>
        )}
        {(state === 'waiting' || state === 'refused') && <Delete document={document} name={name} />}
      </div>
    </div>
  )
}

function Delete({ document: { document_id }, name }: { document: MyDocument; name: string }) {
  const { t } = useTexts('documents')
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteMyDocument, { params: { document_id } }),
    onSuccess: () => notify({ text: t('deleted') }),
    onError: (error) => notify({ text: errorText(error), kind: 'bad' }),
    onSettled: () => readAgain(listMyDocuments),
  })
  return (
    <Button
      variant="subtle"
      color="red"
      loading={isPending}
      aria-label={t('deleteOf', { kind: name })}
      onClick={() => mutate()}
    >
      {t('delete')}
    </Button>
  )
}
