import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { IconPlus } from '../../kit/icons.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddCard, useCardSetup } from './card-setup.ts'

type AddCardProps = {
  returnPath: string
  isFirst: boolean
  /** True if no real money moves: the page then accepts test cards. */
  isTest: boolean
}

/** Button to the processor's card page, and its result on return. */
export function AddCard({ returnPath, isFirst, isTest }: AddCardProps) {
  const { t } = useTexts('app')
  const setup = useCardSetup()
  const add = useAddCard(returnPath)
  return (
    <Stack gap="xs">
      <div role="status">
        {setup?.status === 'pending' && (
          <Text className="app-with-icon">
            <Loader size="sm" aria-hidden /> {t('pay.checkingCard')}
          </Text>
        )}
        {setup?.status === 'saved' && <Text>{t('pay.cardSaved')}</Text>}
        {setup?.status === 'refused' && <Alert color="red">{t('pay.cardRefused')}</Alert>}
      </div>
      <Refused error={add.error} />
      <Button
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconPlus size={20} aria-hidden />}
        loading={add.isPending || add.isSuccess}
        onClick={() => add.mutate()}
      >
        {t('pay.addCard')}
      </Button>
      <Text size="sm" c="dimmed">
        {isTest ? t('pay.addTestCardHelp') : t('pay.addCardHelp')}
      </Text>
    </Stack>
  )
}
