import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { usePush } from '../../shared/use-push.ts'
import { NoticeChoices } from './notice-choices.tsx'

/** Turns push notifications on or off for this device, and chooses which notices come. */
export function NotificationsSection() {
  const { t } = useTexts(['account', 'app'])
  const { state, turnOn, turnOff, isPending } = usePush()
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const otherTexts = {
    unknown: '',
    absent: isApple ? t('app:push.homeFirst') : t('app:push.absent'),
    off: t('app:push.text'),
  }
  return (
    <Section title={t('notifications')}>
      <Stack gap="sm">
        <Text role="status">
          {state === 'on' || state === 'denied' ? t(`app:push.${state}`) : otherTexts[state]}
        </Text>
        {state === 'off' && (
          <Button variant="default" loading={isPending} onClick={turnOn}>
            {t('app:push.act')}
          </Button>
        )}
        {state === 'on' && (
          <Button variant="default" loading={isPending} onClick={turnOff}>
            {t('app:push.off')}
          </Button>
        )}
        <NoticeChoices />
      </Stack>
    </Section>
  )
}
