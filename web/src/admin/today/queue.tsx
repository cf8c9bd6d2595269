import type { TodayEntry } from '#contract/admin/today.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Row } from './row.tsx'
import { keyOf, type Urgency, urgencies, urgencyOf } from './urgency.ts'

type QueueProps = {
  entries: TodayEntry[]
  /** When the list was read. */
  now: number
  /** Absent for a viewer. */
  onSnooze: ((entry: TodayEntry) => void) | undefined
}

/** The entries in their order, with a heading where they become less urgent. */
export function Queue({ entries, now, onSnooze }: QueueProps) {
  const { t } = useTexts('today')
  const groups = urgencies.flatMap((urgency) => {
    const rows = entries.filter((entry) => urgencyOf(entry, now) === urgency)
    return rows.length > 0 ? [{ urgency, rows }] : []
  })
  return (
    <div className="panel-table-card">
      <div className="panel-table-scroll">
        <table className="panel-table today-queue" aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col" data-grows>
                {t('cause')}
              </th>
              <th scope="col">{t('since')}</th>
              <th scope="col" data-number>
                {t('costs')}
              </th>
              {onSnooze && <th scope="col">{t('acts')}</th>}
            </tr>
          </thead>
          {groups.map(({ urgency, rows }) => (
            <tbody key={urgency} data-urgency={urgency}>
              <GroupHead urgency={urgency} count={rows.length} columns={onSnooze ? 5 : 4} />
              {rows.map((entry) => (
                <Row key={keyOf(entry)} {...{ entry, now, onSnooze }} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

type GroupHeadProps = { urgency: Urgency; count: number; columns: number }

function GroupHead({ urgency, count, columns }: GroupHeadProps) {
  const { t } = useTexts('today')
  return (
    <tr className="today-group">
      <th scope="rowgroup" colSpan={columns}>
        {t(`groups.${urgency}`)} <span>{count}</span>
      </th>
    </tr>
  )
}
