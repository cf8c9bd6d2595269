import type { CustomerJob } from '#contract/app/job.ts'
import { IconEyeOff } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PayWarning } from './pay-warning.tsx'

/** The hold could not be renewed (DESIGN 3, Life): explains it and lets the customer pay again. */
export function HiddenWarning({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  return (
    <PayWarning
      job={job}
      icon={<IconEyeOff aria-hidden />}
      title={t('job.hiddenTitle')}
      text={t('job.hiddenText')}
      act={t('job.payAgain')}
    />
  )
}
