import { useTranslation } from 'react-i18next'
import type { ListedJob } from '#contract/admin/listed-job.ts'

type Marked = Pick<ListedJob, 'status' | 'mode' | 'hidden' | 'open_problem'>

/** State of a job: its status, and what is unusual about it. */
export function JobMarks({ job: { status, mode, hidden, open_problem } }: { job: Marked }) {
  const { t } = useTranslation('jobs')
  return (
    <span className="panel-marks">
      <span className="panel-mark" data-kind={status}>
        {t(`statuses.${status}`)}
      </span>
      {mode === 'test' && <span className="panel-mark">{t('modes.test')}</span>}
      {hidden && <span className="panel-mark">{t('hidden')}</span>}
      {open_problem && (
        <span className="panel-mark" data-kind="suspended">
          {t('problem')}
        </span>
      )}
    </span>
  )
}
