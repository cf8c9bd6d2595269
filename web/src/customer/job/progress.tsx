import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { StepList } from '../../shared/job/step-list.tsx'

const steps = ['created', 'posted', 'accepted', 'collected', 'delivered', 'completed'] as const

/** The steps of a job from the customer's view. */
export function Progress({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const stepOf = (id: (typeof steps)[number] | 'cancelled') => {
    const at = job[`${id}_at`]
    return { id, name: t(`job.${id}`), at, isDone: at !== null }
  }
  const all = steps.map(stepOf)
  const isCancelled = job.status === 'cancelled'
  return <StepList steps={isCancelled ? [...all.filter(({ isDone }) => isDone), stepOf('cancelled')] : all} />
}
