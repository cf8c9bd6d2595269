import { useEffect } from 'react'
import { type Message, markMessagesRead, type SideThread } from '#contract/app/conversation.ts'
import { call } from '../../kit/api.ts'
import { readAgain } from '../../kit/query-client.ts'

type Read = {
  jobId: string
  thread: SideThread
  side: 'customer' | 'carrier'
  messages: readonly Message[]
}

/** Marks the messages of the other side as read while the page is visible. A failure is repeated with the next message. */
export function useMarkRead({ jobId, thread, side, messages }: Read): void {
  const position = messages.findLast(({ by }) => by !== side)?.position
  useEffect(() => {
    if (position === undefined) return undefined
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      removeEventListener('visibilitychange', mark)
      const body = { thread, position }
      call(markMessagesRead, { params: { job_id: jobId }, body }).then(
        () => readAgain(...countingOperations),
        () => {},
      )
    }
    addEventListener('visibilitychange', mark)
    mark()
    return () => removeEventListener('visibilitychange', mark)
  }, [jobId, thread, position])
}

/** They show the number of unread messages. */
export const countingOperations = ['readMyJob', 'listMyJobs', 'readCarrierJob', 'listCarrierJobs'].map(
  (operationId) => ({ operationId }),
)
