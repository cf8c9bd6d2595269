import type { OwnJob } from '#contract/partner-panel/jobs.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Mark } from '../../panel/mark.tsx'
import { lookOfJob } from '../../partnership/job-look.ts'

/** Status of a job, and whether it is one of a test key. */
export function JobMarks({ job: { status, mode } }: { job: Pick<OwnJob, 'status' | 'mode'> }) {
  const { t } = useTexts('partner')
  return (
    <span className="panel-marks">
      <Mark look={lookOfJob(status)}>{t(`statuses.${status}`)}</Mark>
      {mode === 'test' && <Mark>{t('test')}</Mark>}
    </span>
  )
}
