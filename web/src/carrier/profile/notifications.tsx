import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { usePush } from '../../shared/use-push.ts'

/** Turns push notifications on or off for this device. */
export function NotificationsSection() {
  const { t } = useTexts(['carrier', 'app'])
  const { state, turnOn, turnOff, isPending } = usePush()
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const statusText = {
    // Reserves the height of the line.
    unknown: '\u00a0',
    absent: t(isApple ? 'push.homeFirst' : 'push.absent', { ns: 'app' }),
    denied: t('app:push.denied'),
    on: t('app:push.on'),
    off: t('push.text'),
  }
  return (
    <Section title={t('push.title')}>
      <Stack gap="sm">
        <Text role="status">{statusText[state]}</Text>
        {state === 'off' && (
          <Button variant="default" loading={isPending} onClick={turnOn}>
            {t('push.act')}
          </Button>
        )}
        {state === 'on' && (
          <Button variant="default" loading={isPending} onClick={turnOff}>
            {t('push.off')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
