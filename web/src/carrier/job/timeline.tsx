import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Step, StepList } from '../../shared/job/step-list.tsx'
import type { WaitingAct } from './waiting-acts.ts'

type StepId = 'posted' | 'accepted' | 'collected' | 'delivered' | 'completed' | 'cancelled'

/** The steps of a job from the carrier's view, including requests that are still queued on this device. */
export function Timeline({ job, waiting }: { job: CarrierJob; waiting: WaitingAct[] }) {
  const { t } = useTexts('carrier')
  const stepOf = (id: StepId, isQueued = false): Step => {
    const at = job[`${id}_at`]
    const more = isQueued && at === null ? t('job.toSend') : null
    return { id, name: t(`job.step.${id}`), at, isDone: at !== null, more }
  }
  const steps = [
    stepOf('posted'),
    stepOf('accepted'),
    stepOf('collected', waiting.includes('collectJob')),
    stepOf('delivered', waiting.includes('deliverJob')),
  ]
  const paidOut: Step = { id: 'paid_out', name: t('job.step.paid_out'), at: null, isDone: job.paid_out }
  if (job.status !== 'cancelled') return <StepList steps={[...steps, stepOf('completed'), paidOut]} />
  const isOwed = (job.compensation_cents ?? 0) > 0
  const stepsUntilCancelled = [...steps.filter(({ isDone }) => isDone), stepOf('cancelled')]
  return <StepList steps={isOwed ? [...stepsUntilCancelled, paidOut] : stepsUntilCancelled} />
}
