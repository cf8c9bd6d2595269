import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../kit/texts/use-texts.ts'
import { Section } from '../shared/section.tsx'
import { usePush } from '../shared/use-push.ts'
import { IconBell } from './icons.ts'

/** Push settings of this device, if it supports push; the account page says why it does not. */
export function PushCard() {
  const { t } = useTexts('app')
  const { state, turnOn, isPending } = usePush()
  if (state !== 'off' && state !== 'on') return null
  return (
    <Section title={t('push.title')}>
      <Stack gap="sm">
        <Text role="status">{state === 'off' ? t('push.text') : t(`push.${state}`)}</Text>
        {state === 'off' && (
          <Button
            variant="default"
            leftSection={<IconBell size={20} aria-hidden />}
            loading={isPending}
            onClick={turnOn}
          >
            {t('push.act')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
