import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { acceptJob, readFeed, readFeedJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { ApiError, call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably, useWaiting } from '../../kit/waiting.ts'
import { rememberJob } from '../remember-job.ts'

/** `asking`: waiting for the response; `later`: the connection was lost, and the offline queue retries the request. */
type AcceptState = 'idle' | 'asking' | 'later'

/** Accepts a job; the first carrier wins. A tap while a request is running is ignored. */
export function useAccept(jobId: string) {
  const { t } = useTexts('carrier')
  const errorText = useErrorText()
  const navigate = useNavigate()
  // A ref, because a second tap can come before the next render.
  const isRunning = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  const isQueued = useWaiting().some(
    (kept) => kept.lane === jobId && kept.operationId === acceptJob.operationId,
  )

  const openJob = (job: CarrierJob) => {
    rememberJob(job)
    notify({ text: t('offer.yours') })
    return navigate({ to: '/carrier/jobs/$jobId', params: { jobId }, replace: true })
  }
  const showRefusal = async (error: unknown) => {
    const isTaken = error instanceof ApiError && error.code === 'already_taken'
    const isGone = error instanceof ApiError && error.code === 'not_found'
    // Either the job was cancelled, which a refresh shows, or the carrier has too many jobs, and the offer stays open.
    if (error instanceof ApiError && error.code === 'wrong_state') void readAgain(readFeed, readFeedJob)
    if (!isTaken && !isGone) return setRefusal(errorText(error))
    notify({ text: isTaken ? t('offer.taken') : t('offer.gone'), kind: 'bad' })
    void readAgain(readFeed, readFeedJob)
    return navigate({ to: '/carrier', replace: true })
  }
  const accept = () => {
    if (isRunning.current) return
    isRunning.current = true
    setAsking(true)
    setRefusal(null)
    void ask(jobId)
      .then(openJob, showRefusal)
      .finally(() => {
        isRunning.current = false
        setAsking(false)
      })
  }
  const state: AcceptState = isQueued ? 'later' : isAsking ? 'asking' : 'idle'
  return { accept, state, refusal }
}

/** Sends the request directly. If no response comes, it may still have arrived: the offline queue then retries it. */
async function ask(job_id: string): Promise<CarrierJob> {
  try {
    const signal = AbortSignal.timeout(20_000)
    return await call(acceptJob, { params: { job_id }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0) throw error
    return sendReliably(acceptJob, { params: { job_id } }, job_id)
  }
}
