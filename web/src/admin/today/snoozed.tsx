import { Button } from '@mantine/core'
import { type readToday, wakeEntry } from '#contract/admin/today.ts'
import type { Output } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { mayCall, useMe } from '../session/me.ts'
import { useLabelOf } from './use-label-of.ts'
import { useWake } from './wake.tsx'

type SnoozedEntry = Output<typeof readToday>['snoozed'][number]

/** The entries that were put off, folded: when each comes back, and the act that shows it now. */
export function Snoozed({ snoozed }: { snoozed: SnoozedEntry[] }) {
  const { t } = useTexts('today')
  if (snoozed.length === 0) return null
  return (
    <details className="panel-details today-snoozed">
      <summary>{t('snooze.list', { count: snoozed.length })}</summary>
      <ul>
        {snoozed.map((entry) => (
          <OneSnoozed key={`${entry.kind}:${entry.subject_id}`} entry={entry} />
        ))}
      </ul>
    </details>
  )
}

function OneSnoozed({ entry }: { entry: SnoozedEntry }) {
  const { t } = useTexts('today')
  const me = useMe()
  const label = useLabelOf()(entry)
  const wake = useWake({ kind: entry.kind, subjectId: entry.subject_id })
  const title = t(`kinds.${entry.kind}.title`)
  return (
    <li>
      <span>
        <b>{title}</b> {label && <span className="panel-cut">{label}</span>}
        <small>{t('snooze.until', { when: dayAndTime(entry.until) })}</small>
      </span>
      {mayCall(me, wakeEntry) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={[t('snooze.wake'), title, label].filter(Boolean).join(': ')}
          loading={wake.isPending}
          onClick={() => wake.mutate()}
        >
          {t('snooze.wake')}
        </Button>
      )}
    </li>
  )
}
