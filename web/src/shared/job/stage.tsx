import type { CustomerJob, JobSummary } from '#contract/app/job.ts'
import {
  IconCircleCheck,
  IconCircleX,
  IconEyeOff,
  IconFileText,
  IconPackageImport,
  IconSpeakerphone,
  IconTruckDelivery,
  IconUserCheck,
} from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

const icons = {
  draft: IconFileText,
  posted: IconSpeakerphone,
  hidden: IconEyeOff,
  accepted: IconUserCheck,
  collected: IconTruckDelivery,
  delivered: IconPackageImport,
  completed: IconCircleCheck,
  cancelled: IconCircleX,
  goes_on: IconTruckDelivery,
}
export type Stage = keyof typeof icons

/** Stage of a job, more detailed than its status: a collected or delivered job is still `accepted` (DESIGN 3, Life). */
export function stageOf(job: CustomerJob): Stage {
  if (job.hidden) return 'hidden'
  if (job.successor_id) return 'goes_on'
  if (job.status !== 'accepted') return job.status
  if (job.delivered_at) return 'delivered'
  return job.collected_at ? 'collected' : 'accepted'
}

export function stageOfSummary({ status, collected, delivered, successor_id }: JobSummary): Stage {
  if (successor_id) return 'goes_on'
  if (status !== 'accepted') return status
  if (delivered) return 'delivered'
  return collected ? 'collected' : 'accepted'
}

/** Text and icon of a stage; the colour carries no further information. */
export function StageMark({ stage }: { stage: Stage }) {
  const { t } = useTexts('app')
  const Icon = icons[stage]
  return (
    <span className="app-status" data-status={stage}>
      <Icon size={18} aria-hidden />
      {t(`status.${stage}`)}
    </span>
  )
}
