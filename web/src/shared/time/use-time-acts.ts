import { useRef } from 'react'
import type { JobTime } from '#contract/app/time.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { toNewState } from '../new-state.ts'
import { useSheetAct } from '../use-sheet-act.ts'
import type { ChosenWindow } from './propose-form.tsx'
import type { TimeSender } from './send-time.ts'

type TimedJob = { job_id: string; time: JobTime }

type Sends<J> = { sender: TimeSender<J>; remember: (job: J) => void; onClose: () => void }

/** Proposes a window, or agrees to the proposed one. A refusal shows the present state: it has changed meanwhile. */
export function useTimeActs<J extends TimedJob>(
  { job_id, time }: TimedJob,
  { sender, remember, onClose }: Sends<J>,
) {
  const { t } = useTexts('time')
  const errorText = useErrorText()
  const { follow, isPending, error } = useSheetAct(onClose, t('later'))
  // One id for each choice: a second tap on "propose" sends the same proposal again.
  const sent = useRef({ choice: '', window_id: '' })
  const onRefused = async (why: unknown) => {
    void readAgain({ operationId: 'readMyJob' }, { operationId: 'readCarrierJob' })
    return errorText(why)
  }
  const propose = (window: ChosenWindow) => {
    const seen_id = (time.proposed ?? time.agreed)?.window_id
    const choice = JSON.stringify([window, seen_id])
    if (sent.current.choice !== choice) sent.current = { choice, window_id: crypto.randomUUID() }
    const body = { window_id: sent.current.window_id, ...window, ...(seen_id && { seen_id }) }
    follow(sender.propose(job_id, body), {
      onRefused,
      onDone: (job) => {
        remember(job)
        const isAgreed = job.time.agreed?.window_id === body.window_id
        notify({ text: t(isAgreed ? 'done.agreed' : 'done.proposed') })
        onClose()
        toNewState()
      },
    })
  }
  const agree = (windowId: string) =>
    follow(sender.agree(job_id, windowId), {
      onRefused,
      onDone: (job) => {
        remember(job)
        notify({ text: t('done.agreed') })
        toNewState()
      },
    })
  return { propose, agree, isPending, error }
}
