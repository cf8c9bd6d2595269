import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconCreditCardOff } from '../icons.ts'
import { PayWarning } from './pay-warning.tsx'

/** Delivered, but the capture failed (DESIGN 3, Life): the job is completed once it is paid. */
export function OwedWarning({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  return (
    <PayWarning
      job={job}
      icon={<IconCreditCardOff aria-hidden />}
      title={t('job.owedTitle')}
      text={t('job.owedText', { total: money(job.price.total_cents) })}
      act={t('job.payOwed')}
    />
  )
}
