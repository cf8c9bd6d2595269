import './limits.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Key } from '#contract/admin/keys.ts'
import { issueTestKey } from '#contract/partner-panel/keys.ts'
import { docsPath } from '../../kit/docs-path.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconKey } from '../../panel/icons.ts'
import { PanelLink, useGo } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { WindowGauge } from '../../partnership/keys/window-gauge.tsx'
import { keyName } from '../../partnership/marks.tsx'
import { usePartnership } from '../../partnership/reads.ts'
import { mayCall, useMe } from '../session/me.ts'

/** Each gauge sends a request every two seconds. */
const maxGauges = 6

/** How much of its limit each working key has used, the last used first; without a key, how to begin. */
export function Limits() {
  const { t } = useTexts('partner')
  const { t: partners } = useTexts('partners')
  const { data, error, refetch } = useQuery(usePartnership().keys())
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={1} />
  const working = data.keys.filter(({ state }) => state === 'active').toSorted(lastUsedFirst)
  if (working.length === 0) return <Begin />
  const all = (
    <PanelLink className="dray-plain-link" to="/partner/keys">
      {t('overview.allKeys')}
    </PanelLink>
  )
  return (
    <Section title={partners('window.title')} text={t('overview.limits')} actions={all}>
      <ul className="partner-gauges">
        {working.slice(0, maxGauges).map((key) => (
          <li key={key.key_id}>
            <h3>
              {keyName(key)} <small>{partners(`modes.${key.mode}`)}</small>
            </h3>
            <WindowGauge keyId={key.key_id} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const lastUsedFirst = (a: Key, b: Key): number =>
  (b.last_used_at ?? b.created_at).localeCompare(a.last_used_at ?? a.created_at)

/** The first step of a new partner. */
function Begin() {
  const { t, language } = useTexts('partner')
  const me = useMe()
  const go = useGo()
  const issue = (
    <Button
      leftSection={<IconKey size={18} aria-hidden />}
      onClick={() => go('/partner/keys', { search: { issue: 'yes' } })}
    >
      {t('keys.issue')}
    </Button>
  )
  return (
    <Section
      title={t('overview.begin')}
      text={t('overview.beginText')}
      actions={mayCall(me, issueTestKey) && issue}
    >
      <a className="dray-plain-link" href={docsPath(language)} target="_blank" rel="noreferrer">
        {t('guide')}
      </a>
    </Section>
  )
}
