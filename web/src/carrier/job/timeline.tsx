import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Step, StepList } from '../../shared/job/step-list.tsx'
import type { WaitingAct } from './waiting-acts.ts'

type StepId = 'posted' | 'accepted' | 'collected' | 'delivered' | 'completed' | 'cancelled'

/** The steps of a job from the carrier's view, including requests that are still queued on this device. */
export function Timeline({ job, waiting }: { job: CarrierJob; waiting: WaitingAct[] }) {
  const { t } = useTexts('carrier')
  const told = (id: StepId, isWaiting = false): Step => {
    const at = job[`${id}_at`]
    const more = isWaiting && at === null ? t('job.toSend') : null
    return { id, name: t(`job.step.${id}`), at, isDone: at !== null, more }
  }
  const begun = [
    told('posted'),
    told('accepted'),
    told('collected', waiting.includes('collectJob')),
    told('delivered', waiting.includes('deliverJob') || waiting.includes('uploadPhoto')),
  ]
  const paidOut: Step = { id: 'paid_out', name: t('job.step.paid_out'), at: null, isDone: job.paid_out }
  if (job.status !== 'cancelled') return <StepList steps={[...begun, told('completed'), paidOut]} />
  const isOwed = (job.compensation_cents ?? 0) > 0
  const ended = [...begun.filter(({ isDone }) => isDone), told('cancelled')]
  return <StepList steps={isOwed ? [...ended, paidOut] : ended} />
}
