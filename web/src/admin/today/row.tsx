import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TodayEntry } from '#contract/admin/today.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'
import { KeyHint } from '../../panel/key-hint.tsx'
import { PanelLink, useAddress, useGo } from '../../panel/link.tsx'
import { actOfEntry, placeOfEntry } from './act-of.ts'
import { age } from './age.ts'
import { Cause } from './cause.tsx'
import { keyOf, urgencyOf } from './urgency.ts'
import { useLabelOf } from './use-label-of.ts'

type RowProps = {
  entry: TodayEntry
  /** When the list was read. */
  now: number
  /** Absent for a viewer, who sees no acts. */
  onSnooze?: ((entry: TodayEntry) => void) | undefined
}

export function Row({ entry, now, onSnooze }: RowProps) {
  const { t } = useTexts('today')
  const { kind, detail, since, costs_at, amount_cents, count, parts } = entry
  const labelOf = useLabelOf()
  const label = labelOf(entry)
  const more =
    kind === 'carrier_waiting'
      ? parts.length > 0 && t('withDocuments', { count: parts.length })
      : count > 1 && t(kind === 'tasks_stopped' ? 'tasks' : 'things', { count })
  const isDue = urgencyOf(entry, now) === 'now'
  return (
    <tr data-entry={keyOf(entry)}>
      <td data-main>
        <span className="panel-pair">
          <Opener entry={entry}>{t(`kinds.${kind}.title`)}</Opener>
          {label && <small className="panel-cut">{label}</small>}
          {more && <small>{more}</small>}
          {detail && <small className="panel-cut">{detail}</small>}
        </span>
      </td>
      <td data-head={t('cause')} className="today-cause">
        <Cause entry={entry} />
      </td>
      <td data-head={t('since')}>
        <time dateTime={since} title={dayAndTime(since)}>
          {age(since, now)}
        </time>
      </td>
      <td data-head={t('costs')} data-number>
        <span className="panel-pair">
          {amount_cents === null ? '' : money(amount_cents)}
          <small>
            <time dateTime={costs_at} title={dayAndTime(costs_at)}>
              {isDue ? t('now') : t('later', { when: fromNow(costs_at, now) })}
            </time>
          </small>
        </span>
      </td>
      {onSnooze && (
        <td data-head="" className="today-acts">
          <Acts entry={entry} onSnooze={() => onSnooze(entry)} />
        </td>
      )}
    </tr>
  )
}

/** Leads to the page of the entry; an entry without one opens a drawer. */
function Opener({ entry, children }: { entry: TodayEntry; children: ReactNode }) {
  const [, change] = useAddress()
  const place = placeOfEntry(entry)
  if (place)
    return (
      <PanelLink data-row className="panel-row" {...place}>
        {children}
      </PanelLink>
    )
  return (
    <button type="button" data-row className="panel-row" onClick={() => change({ entry: keyOf(entry) })}>
      {children}
    </button>
  )
}

function Acts({ entry, onSnooze }: { entry: TodayEntry; onSnooze: () => void }) {
  const { t } = useTexts('today')
  const go = useGo()
  const act = actOfEntry(entry)
  const labelOf = useLabelOf()
  const of = [t(`kinds.${entry.kind}.title`), labelOf(entry), entry.detail].filter(Boolean).join(' ')
  return (
    <>
      <Button
        size="xs"
        variant="light"
        rightSection={<KeyHint of="a" />}
        aria-label={`${t(`act.${act.name}`)}: ${of}`}
        onClick={() => go(act.place.to, act.place.search && { search: act.place.search })}
      >
        {t(`act.${act.name}`)}
      </Button>
      <Button
        size="xs"
        variant="default"
        rightSection={<KeyHint of="s" />}
        aria-label={`${t('snooze.act')}: ${of}`}
        onClick={onSnooze}
      >
        {t('snooze.act')}
      </Button>
    </>
  )
}
