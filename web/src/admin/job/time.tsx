import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Mark } from '../../panel/mark.tsx'
import { Section } from '../../panel/section.tsx'
import { useLocalTime } from '../../shared/time/local-time.ts'

/** When the goods are collected: the wishes, every proposal with who made it, and the deadline. */
export function Time({ job: { time } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const local = useLocalTime(time.time_zone)
  const { wishes, windows, collect_by } = time
  if (wishes.length === 0 && windows.length === 0) return null
  return (
    <Section
      title={t('job.time')}
      {...(collect_by && { text: t('job.timeDeadline', { when: local.instant(collect_by) }) })}
    >
      <ul className="panel-list">
        {wishes.map((wish) => (
          <li key={`${wish.day} ${wish.part}`}>
            <div>
              <b>{local.wish(wish)}</b>
              <small>{t('job.actors.customer')}</small>
            </div>
            <Mark>{t('job.timeWish')}</Mark>
          </li>
        ))}
        {windows.map((window) => (
          <li key={window.window_id}>
            <div>
              <b>{local.span(window)}</b>
              <small>
                {t(`job.actors.${window.by}`)} · {dayAndTime(window.proposed_at)}
              </small>
            </div>
            <Mark look={window.status === 'agreed' ? 'good' : undefined}>
              {t(`job.timeStates.${window.status}`)}
            </Mark>
          </li>
        ))}
      </ul>
    </Section>
  )
}
