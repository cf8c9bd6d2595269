import { useTranslation } from 'react-i18next'
import type { OwnJob } from '#contract/partner-panel/jobs.ts'

/** Status of a job, and whether it is one of a test key. */
export function JobMarks({ job: { status, mode } }: { job: Pick<OwnJob, 'status' | 'mode'> }) {
  const { t } = useTranslation('partner')
  return (
    <span className="panel-marks">
      <span className="panel-mark" data-kind={status}>
        {t(`statuses.${status}`)}
      </span>
      {mode === 'test' && <span className="panel-mark">{t('test')}</span>}
    </span>
  )
}
