import { Alert, Button, Group, Text } from '@mantine/core'
import { ApiError } from '../kit/api.ts'
import { useOnline } from '../kit/online.ts'
import { useErrorText } from '../kit/states.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'

/** The error of one part of a page, and a button to retry; the rest of the page stays. */
export function PartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts('kit')
  const errorText = useErrorText()
  const isOnline = useOnline()
  // Several parts of a page may say it, and the banner has announced it: an alert would be too loud.
  if (error instanceof ApiError && error.status === 0 && !isOnline)
    return <Text c="dimmed">{t('error.offline')}</Text>
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between">
        {errorText(error)}
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      </Group>
    </Alert>
  )
}
