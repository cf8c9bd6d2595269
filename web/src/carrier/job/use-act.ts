import { useState } from 'react'
import type { giveBackJob, rateCustomer } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import type { answerNotCollected } from '#contract/app/trip-reports.ts'
import type { Input } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { sendReliably } from '../../kit/waiting.ts'
import { toNewState } from '../../shared/new-state.ts'
import { readJobAgain, rememberJob } from '../remember-job.ts'

type Act = typeof giveBackJob | typeof answerNotCollected | typeof rateCustomer

/** Sends an operation on the job through the offline queue. */
export function useAct(job_id: string) {
  const { follow, isSending } = useFollow()
  const act = <O extends Act>(operation: O, rest: Pick<Input<O>, 'body'>, done: string) => {
    // TypeScript cannot infer that all of these operations have the same path parameter.
    const input = { params: { job_id }, ...rest } as unknown as Input<O>
    follow(sendReliably(operation, input, job_id) as Promise<CarrierJob>, () => done)
  }
  return { act, isSending }
}

/** Handles the response of an operation: updates the cached job, or shows the error. */
export function useFollow() {
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const follow = (answer: Promise<CarrierJob>, done: () => string) => {
    setSending(true)
    // The queued act shows at once; its answer only confirms it.
    toNewState()
    answer
      .then(
        (job) => {
          rememberJob(job)
          notify({ text: done() })
        },
        (error: unknown) => {
          readJobAgain()
          notify({ text: errorText(error), kind: 'bad' })
        },
      )
      .finally(() => setSending(false))
  }
  return { follow, isSending }
}
