import { useState } from 'react'
import { rateCarrier } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { RateForm } from '../../shared/job/rate-form.tsx'
import { toNewState } from '../../shared/new-state.ts'
import { Section } from '../../shared/section.tsx'
import { rememberJob } from '../remember-job.ts'

/** Rates the carrier: once, after completion. */
export function Rate({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const { rate, isSending } = useRate(job)
  const name = job.carrier?.name ?? t('rate.noName')
  return (
    <Section title={t('rate.title', { name })}>
      <RateForm help={t('rate.commentHelp')} onRate={rate} isSending={isSending} />
    </Section>
  )
}

function useRate({ job_id }: CustomerJob) {
  const { t } = useTexts('app')
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const rate = (body: { stars: number; comment?: string }) => {
    setSending(true)
    if (!navigator.onLine) notify({ text: t('rate.later') })
    sendReliably(rateCarrier, { params: { job_id }, body }, job_id)
      .then(
        (job) => {
          rememberJob(job)
          toNewState()
          notify({ text: t('rate.done') })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setSending(false))
  }
  return { rate, isSending }
}
