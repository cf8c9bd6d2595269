import { Alert, Button, Group } from '@mantine/core'
import { useErrorText } from '../kit/states.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'

/** Why one part of a page could not be read, and a button that reads it again; the rest of the page stays. */
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
