import './alerts.css'
import { Checkbox } from '@mantine/core'
import { type MyAlerts, switchMyAlerts } from '#contract/admin/alerts.ts'
import { type AlertChannel, alertChannels } from '#contract/vocabulary.ts'
import { call, type Input } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { showAlerts } from './show-alerts.ts'

type Kinds = MyAlerts['kinds']
type KindsProps = { kinds: Kinds; hasMail: boolean }

/** Which kinds of entries are told, by mail and in this browser. */
export function KindsSection({ kinds, hasMail }: KindsProps) {
  const { t } = useTexts('today')
  const flip = useAct({
    act: (body: Input<typeof switchMyAlerts>['body']) => call(switchMyAlerts, { body }),
    onDone: showAlerts,
  })
  const channels = alertChannels.filter((channel) => channel === 'push' || hasMail)
  const box = (label: string, of: Kinds, channel: AlertChannel) => (
    <Checkbox
      aria-label={`${label}: ${t(`alerts.channels.${channel}`)}`}
      checked={of.every((each) => each[channel])}
      indeterminate={of.some((each) => each[channel]) && of.some((each) => !each[channel])}
      disabled={flip.isPending}
      onChange={({ currentTarget: { checked: on } }) =>
        flip.mutate({ kinds: of.map(({ kind }) => kind), channel, on })
      }
    />
  )
  return (
    <Section title={t('alerts.kinds')} text={t('alerts.kindsText')}>
      <table className="alerts-kinds">
        <thead>
          <tr>
            <th scope="col">{t('alerts.kind')}</th>
            {channels.map((channel) => (
              <th scope="col" key={channel}>
                {t(`alerts.channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('alerts.every')}</th>
            {channels.map((channel) => (
              <td key={channel}>{box(t('alerts.every'), kinds, channel)}</td>
            ))}
          </tr>
          {kinds.map((each) => {
            const name = t(`kinds.${each.kind}.title`)
            return (
              <tr key={each.kind}>
                <th scope="row">{name}</th>
                {channels.map((channel) => (
                  <td key={channel}>{box(name, [each], channel)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}
