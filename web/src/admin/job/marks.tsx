import type { ListedJob } from '#contract/admin/listed-job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Mark } from '../../panel/mark.tsx'
import { lookOfJob } from '../../partnership/job-look.ts'

type Marked = Pick<ListedJob, 'status' | 'mode' | 'hidden' | 'open_problem'>

/** State of a job: its status, and what is unusual about it. */
export function JobMarks({ job: { status, mode, hidden, open_problem } }: { job: Marked }) {
  const { t } = useTexts('jobs')
  return (
    <span className="panel-marks">
      <Mark look={lookOfJob(status)}>{t(`statuses.${status}`)}</Mark>
      {mode === 'test' && <Mark>{t('modes.test')}</Mark>}
      {hidden && <Mark>{t('hidden')}</Mark>}
      {open_problem && <Mark look="bad">{t('problem')}</Mark>}
    </span>
  )
}
