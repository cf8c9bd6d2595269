import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { acceptTerms, readMe } from '#contract/app/account.ts'
import { call } from './api.ts'
import { legalUrl, SupportLink } from './company-links.tsx'
import { queryClient, reading } from './query-client.ts'
import { Refused } from './refused.tsx'
import { useTexts } from './texts/use-texts.ts'
import { withLinks } from './with-links.tsx'

type TermsProps = {
  version: string
  onDone: (isAccepted: boolean) => void
}

/** The terms in force, to read and to accept. */
export function TermsDialog(props: TermsProps) {
  const { t } = useTexts('kit')
  return (
    <Modal
      opened
      onClose={() => props.onDone(false)}
      title={t('terms.title')}
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('close'), size: 44, iconSize: 24 }}
    >
      <Terms {...props} />
    </Modal>
  )
}

function Terms({ version, onDone }: TermsProps) {
  const { t } = useTexts('kit')
  const [error, setError] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const accept = () => {
    setSending(true)
    call(acceptTerms, { body: { version } })
      .then(
        (me) => {
          queryClient.setQueryData(reading(readMe, {}).queryKey, me)
          onDone(true)
        },
        (why: unknown) => setError(why),
      )
      .finally(() => setSending(false))
  }
  return (
    <Stack>
      <Refused error={error} />
      <div>
        <Text>{withLinks(t('terms.text'), { terms: legalUrl('terms') })}</Text>
        <Text size="sm" c="dimmed" mt="xs">
          {t('terms.version', { version })}
        </Text>
      </div>
      <Button size="lg" loading={isSending} onClick={accept}>
        {t('terms.accept')}
      </Button>
      <Button variant="default" onClick={() => onDone(false)}>
        {t('terms.later')}
      </Button>
      <Text size="sm">
        <SupportLink />
      </Text>
    </Stack>
  )
}
