import { listJobs, readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { usePlan } from '../../panel/use-plan.ts'
import { useMe } from '../session/me.ts'
import { type ActInput, type AskedAct, acts } from './acts.ts'

/** Queries whose responses an act on a job changes. */
export const changedByActs = [readJobForStaff, readToday, listJobs]

/** Sends an act at once, or in ten seconds if it cannot be undone. */
export function useSendAct(jobId: string) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const plan = usePlan()
  return async (act: AskedAct, input: ActInput) => {
    const { operation, isPlanned, send } = acts[act]
    const done = t(`acts.is.${act}.done`)
    if (isPlanned)
      return plan({
        subject: jobId,
        text: t(`acts.is.${act}.will`),
        done,
        prove: async () => {
          if (operation.stepUp) await proveAhead(me)
        },
        send: (options) => send(jobId, input, options),
        changed: changedByActs,
      })
    await send(jobId, input, { keepalive: false }).catch((error: unknown) => {
      // It may be refused because somebody else has acted on the job.
      void readAgain(...changedByActs)
      throw error
    })
    notify({ text: done })
    void readAgain(...changedByActs)
  }
}
