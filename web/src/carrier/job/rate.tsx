import { useTranslation } from 'react-i18next'
import { rateCustomer } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { RateForm } from '../../app/job/rate-form.tsx'
import { Section } from '../../app/section.tsx'
import { useAct } from './use-act.ts'

/** Once, after completion. */
export function Rate({ job }: { job: CarrierJob }) {
  const { t } = useTranslation('carrier')
  const { act, isSent } = useAct(job.job_id)
  return (
    <Section title={t('rate.title', { name: job.customer.name ?? t('job.noName') })}>
      <RateForm
        help={t('rate.help')}
        isSent={isSent}
        onRate={(body) => act(rateCustomer, { body }, t('rate.done'))}
      />
    </Section>
  )
}
