import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { acceptDocument, type CarrierDocument } from '#contract/admin/documents.ts'
import { ApiError, call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { changedByDocuments } from './use-refuse-document.ts'

type AcceptDocumentProps = {
  carrier: Pick<CarrierForStaff, 'account_id' | 'name'>
  document: CarrierDocument
  onRefuse: () => void
  onDone: () => void
}

/**
 * Asks for the last day in the picture, by default the day that the carrier gave, and accepts the document; also on
 * Enter.
 */
export function AcceptDocument({ carrier, document, onRefuse, onDone }: AcceptDocumentProps) {
  const { t } = useTexts('people')
  const [expires, setExpires] = useState(document.expires_on ?? '')
  const params = { account_id: carrier.account_id, document_id: document.document_id }
  const { mutate, isPending, error } = useQuietAct({
    act: () => call(acceptDocument, { params, body: { ...(expires && { expires_on: expires }) } }),
    onDone: () => {
      notify({ text: t('documents.accepted') })
      onDone()
      return readAgain(...changedByDocuments)
    },
  })
  const refusedDay = error instanceof ApiError ? error.details.expires_on : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack>
        {!refusedDay && <Refusal error={error} />}
        <TextInput
          data-autofocus
          type="date"
          label={t('documents.until')}
          description={t('documents.untilHelp')}
          required={document.kind !== 'other'}
          value={expires}
          error={refusedDay}
          onChange={(event) => setExpires(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="outline" color="red" onClick={onRefuse}>
            {t('documents.refuse')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('documents.accept')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
