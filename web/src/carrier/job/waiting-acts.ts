import type { CarrierJob } from '#contract/app/job.ts'
import { useWaiting } from '../../kit/waiting.ts'

const acts = [
  'acceptJob',
  'collectJob',
  'deliverJob',
  'giveBackJob',
  'reportTrip',
  'answerNotCollected',
  'proposeCarriersWindow',
  'agreeToCustomersWindow',
  'rateCustomer',
] as const
export type WaitingAct = (typeof acts)[number]

/** Queued operations of a job on this device, in order. */
export function useWaitingActs(jobId: string): WaitingAct[] {
  const waiting = useWaiting().filter(({ lane }) => lane === jobId)
  return waiting.flatMap(({ operationId }) => acts.find((act) => act === operationId) ?? [])
}

/** Whether a photo of a job waits on this device with its act. */
export const useHasWaitingPhoto = (jobId: string): boolean =>
  useWaiting().some(({ lane, upload }) => lane === jobId && upload !== undefined)

export type Stage = 'accepted' | 'collected' | 'delivered' | 'completed' | 'cancelled'

/** Stage of a job from the carrier's view: queued operations count as done. */
export function stageWith(job: CarrierJob, waiting: WaitingAct[]): Stage {
  if (job.status === 'completed' || job.status === 'cancelled') return job.status
  if (job.delivered_at || waiting.includes('deliverJob')) return 'delivered'
  if (waiting.includes('giveBackJob')) return 'cancelled'
  return job.collected_at || waiting.includes('collectJob') ? 'collected' : 'accepted'
}
