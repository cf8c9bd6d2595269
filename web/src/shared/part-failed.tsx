import { Alert, Button, Group } from '@mantine/core'
import { useErrorText } from '../kit/states.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'

/** The error of one part of a page, and a button to retry; the rest of the page stays. */
export function PartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts('kit')
  const errorText = useErrorText()
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
