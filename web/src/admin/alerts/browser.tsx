import { Button } from '@mantine/core'
import { type MyAlerts, subscribeMyAlerts, unsubscribeMyAlerts } from '#contract/admin/alerts.ts'
import { call, type Input } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { canPush } from '../../kit/push.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { dropPanelPush, subscribePanel } from './panel-push.ts'
import { showAlerts } from './show-alerts.ts'
import { TestAlert } from './test-alert.tsx'

/** Turns alerts in this browser on or off. They end with the session. */
export function BrowserSection({ push }: { push: MyAlerts['push'] }) {
  const { t } = useTexts('today')
  const turnOn = useAct({
    act: async () => {
      const subscription = await subscribePanel(push.key)
      if (!subscription) return null
      const body = subscription.toJSON() as { endpoint: string; keys: Body['keys'] }
      return call(subscribeMyAlerts, { body: { endpoint: body.endpoint, keys: body.keys } })
    },
    onDone: (alerts) => {
      if (alerts) showAlerts(alerts)
      else notify({ text: t('alerts.denied'), kind: 'bad' })
    },
  })
  const turnOff = useAct({
    act: async () => {
      await dropPanelPush()
      return call(unsubscribeMyAlerts, {})
    },
    onDone: showAlerts,
  })
  const state = !canPush()
    ? 'absent'
    : push.registered
      ? 'on'
      : Notification.permission === 'denied'
        ? 'denied'
        : 'off'
  const act =
    state === 'off' ? (
      <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
        {t('alerts.turnOn')}
      </Button>
    ) : state === 'on' ? (
      <Button variant="default" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
        {t('alerts.turnOff')}
      </Button>
    ) : null
  return (
    <Section title={t('alerts.browser')} text={t(`alerts.${state}`)} actions={act}>
      {(state === 'on' || state === 'off') && <TestAlert channel="push" canSend={state === 'on'} />}
    </Section>
  )
}

type Body = Input<typeof subscribeMyAlerts>['body']
