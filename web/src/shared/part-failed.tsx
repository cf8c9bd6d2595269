import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../kit/states.tsx'

/** Why one part of a page could not be read, and a button that reads it again; the rest of the page stays. */
export function PartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('kit')
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
