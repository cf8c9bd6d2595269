import { rateCustomer } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { RateForm } from '../../shared/job/rate-form.tsx'
import { Section } from '../../shared/section.tsx'
import { useAct } from './use-act.ts'

/** Rates the customer: once, after completion. */
export function Rate({ job }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  const { act, isSending } = useAct(job.job_id)
  return (
    <Section title={t('rate.title', { name: job.customer.name ?? t('job.noName') })}>
      <RateForm
        help={t('rate.help')}
        isSending={isSending}
        onRate={(body) => act(rateCustomer, { body }, t('rate.done'))}
      />
    </Section>
  )
}
