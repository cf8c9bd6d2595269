import { Button, Input, Rating, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rateCarrier } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { doSurely } from '../../kit/waiting.ts'
import { rememberJob } from '../remember-job.ts'
import { Section } from '../section.tsx'

/** Once, after completion. */
export function Rate({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const name = job.carrier?.name ?? t('now.carrier').toLocaleLowerCase()
  return (
    <Section title={t('rate.title', { name })}>
      <RateForm job={job} />
    </Section>
  )
}

function RateForm({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const [stars, setStars] = useState(0)
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { rate, isSent } = useRate(job)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(stars === 0)
    if (stars > 0) rate({ stars, ...(comment.trim() && { comment: comment.trim() }) })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Rating
          size={40}
          value={stars}
          onChange={setStars}
          aria-label={t('rate.stars')}
          getSymbolLabel={(count) => t('rate.star', { count })}
        />
        <div role="alert">
          {isMissing && stars === 0 && <Input.Error size="md">{t('rate.missing')}</Input.Error>}
        </div>
        <Textarea
          label={t('rate.comment')}
          description={t('rate.commentHelp')}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          {...limitsOf(rateCarrier.body, 'comment')}
        />
        <Button type="submit" loading={isSent}>
          {t('rate.act')}
        </Button>
      </Stack>
    </form>
  )
}

function useRate({ job_id }: CustomerJob) {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const [isSent, setSent] = useState(false)
  const rate = (body: { stars: number; comment?: string }) => {
    setSent(true)
    if (!navigator.onLine) notify({ text: t('rate.later') })
    doSurely(rateCarrier, { params: { job_id }, body }, job_id)
      .then(
        (job) => {
          rememberJob(job)
          notify({ text: t('rate.done') })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setSent(false))
  }
  return { rate, isSent }
}
