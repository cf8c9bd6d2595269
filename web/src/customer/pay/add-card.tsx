import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '../../kit/icons.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddCard } from './card-setup.ts'

type AddCardProps = {
  returnPath: string
  /** A test job, whose cards are the sandbox's. */
  jobId?: string | undefined
  isFirst: boolean
}

/** Button to the processor's card page, where the app has no fields for it. */
export function AddCard({ returnPath, jobId, isFirst }: AddCardProps) {
  const { t } = useTexts('app')
  const add = useAddCard(returnPath, jobId)
  return (
    <Stack gap="xs">
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
        {t('pay.addCardHelp')}
      </Text>
    </Stack>
  )
}
