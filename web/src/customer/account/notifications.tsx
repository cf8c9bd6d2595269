import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../shared/section.tsx'
import { usePush } from '../../shared/use-push.ts'

/** Turns push notifications on or off for this device. */
export function NotificationsSection() {
  const { t } = useTranslation(['account', 'app'])
  const { state, turnOn, turnOff, isPending } = usePush()
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const said = {
    unknown: '',
    absent: isApple ? t('push.homeFirst', { ns: 'app' }) : t('push.absent', { ns: 'app' }),
    off: t('push.text', { ns: 'app' }),
  }
  return (
    <Section title={t('notifications')}>
      <Stack gap="sm">
        <Text role="status">
          {state === 'on' || state === 'denied' ? t(`push.${state}`, { ns: 'app' }) : said[state]}
        </Text>
        {state === 'off' && (
          <Button variant="default" loading={isPending} onClick={turnOn}>
            {t('push.act', { ns: 'app' })}
          </Button>
        )}
        {state === 'on' && (
          <Button variant="default" loading={isPending} onClick={turnOff}>
            {t('push.off', { ns: 'app' })}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
