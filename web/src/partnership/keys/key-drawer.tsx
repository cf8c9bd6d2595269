import type { ReactNode } from 'react'
import type { Key } from '#contract/admin/keys.ts'
import { wholeNumber } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { type Nested, SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { KeyStateMark } from '../marks.tsx'
import { useLastUse } from './last-use.ts'
import { WindowGauge } from './window-gauge.tsx'

type KeyDrawerProps = {
  opened: Key | undefined
  onClose: () => void
  /** Below the facts. */
  history?: ReactNode
  /** What the reader can do with the key. */
  renderActs: (nested: Nested) => ReactNode
}

/** One key: its facts, its current window, and what the reader can do. */
export function KeyDrawer({ opened, onClose, history, renderActs }: KeyDrawerProps) {
  const { t } = useTexts('partners')
  return (
    <SubjectDrawer
      isOpen={opened !== undefined}
      onClose={onClose}
      title={opened && (opened.label ?? t('key.unnamed'))}
    >
      {(nested) =>
        opened && (
          <>
            <KeyFacts apiKey={opened} />
            {history && <p>{history}</p>}
            {opened.state === 'active' && (
              <>
                <h3>{t('window.title')}</h3>
                <WindowGauge key={opened.key_id} keyId={opened.key_id} />
              </>
            )}
            <h3>{t('key.values')}</h3>
            <Values apiKey={opened} />
            {!opened.revoked_at && renderActs(nested)}
          </>
        )
      }
    </SubjectDrawer>
  )
}

function KeyFacts({ apiKey }: { apiKey: Key }) {
  const { t } = useTexts('partners')
  const { mode, state, rate_limit_per_minute, created_at, last_used_at, expires_at, revoked_at } = apiKey
  const revoked: Fact[] = revoked_at ? [[t('key.revokedAt'), dayAndTime(revoked_at)]] : []
  return (
    <Facts
      facts={[
        [t('key.state'), <KeyStateMark key="state" state={state} />],
        ...revoked,
        [t('key.mode'), t(`modes.${mode}`)],
        [t('key.limit'), wholeNumber(rate_limit_per_minute)],
        [t('lastUsed'), last_used_at ? dayAndTime(last_used_at) : t('never')],
        [t('key.expires'), expires_at ? dayAndTime(expires_at) : t('key.noExpiry')],
        [t('key.issued'), dayAndTime(created_at)],
      ]}
    />
  )
}

/** The values of a key, the newest first, and until when each works. */
function Values({ apiKey: { values, state } }: { apiKey: Key }) {
  const { t } = useTexts('partners')
  const stateOf = ({ has_ended, ends_at }: Key['values'][number]): string => {
    if (has_ended && ends_at) return t('key.valueEnded', { when: dayAndTime(ends_at) })
    if (state !== 'active') return t('key.valueRefused')
    return ends_at ? t('key.valueUntil', { when: dayAndTime(ends_at) }) : t('key.valueNewest')
  }
  const lastUse = useLastUse()
  return (
    <ul className="panel-list">
      {values.map((value) => (
        <li key={value.created_at}>
          <div>
            <code>{`${value.prefix}…${value.last_four}`}</code>
            <small>
              {t('key.issued')} {dayAndTime(value.created_at)} · {lastUse(value)}
            </small>
          </div>
          <span>{stateOf(value)}</span>
        </li>
      ))}
    </ul>
  )
}
