import { Alert, Loader, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { useCardSetup } from './card-setup.ts'

/** What became of a card after the return from a page of the processor or a bank. */
export function SetupStatus({ setup }: { setup: ReturnType<typeof useCardSetup> }) {
  const { t } = useTexts('app')
  return (
    <div role="status">
      {setup?.status === 'pending' && (
        <Text className="app-with-icon">
          <Loader size="sm" aria-hidden /> {t('pay.checkingCard')}
        </Text>
      )}
      {setup?.status === 'saved' && <Text>{t('pay.cardSaved')}</Text>}
      {setup?.status === 'refused' && <Alert color="red">{t('pay.cardRefused')}</Alert>}
    </div>
  )
}
