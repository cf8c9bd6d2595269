import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { DeliverSheet } from './deliver-sheet.tsx'
import { useAct } from './use-act.ts'

/** The one thing to do next. Delivering asks once more, as the second tap of a double one would land on it. */
export function MainAct({ job, stage }: { job: CarrierJob; stage: 'accepted' | 'collected' }) {
  const { t } = useTranslation('carrier')
  const [isOpen, setOpen] = useState(false)
  const { act, isSent } = useAct(job.job_id)
  if (stage === 'accepted')
    return (
      <Button
        size="lg"
        fullWidth
        loading={isSent}
        onClick={() => act(collectJob, {}, t('job.collectedDone'))}
      >
        {t('job.collectedAct')}
      </Button>
    )
  return (
    <>
      <Button size="lg" fullWidth onClick={() => setOpen(true)}>
        {t('job.deliveredAct')}
      </Button>
      <DeliverSheet job={job} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
