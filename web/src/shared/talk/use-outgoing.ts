import { useEffect, useRef } from 'react'
import { type Message, sendMessage, sendPhotoMessage } from '#contract/app/conversation.ts'
import { notify } from '../../kit/notices.tsx'
import type { QueuedRequest } from '../../kit/queued-request.ts'
import { useErrorText } from '../../kit/states.tsx'
import { sendReliably, useWaiting } from '../../kit/waiting.ts'
import { smaller } from '../smaller-photo.ts'
import { type OutgoingMessage, useRefused } from './unsent.ts'
import { type About, rememberMessage } from './use-conversation.ts'

export type Outgoing = ReturnType<typeof useOutgoing>

/** Apart from the acts on the job, which must not wait behind a photo. */
const laneOf = (jobId: string): string => `${jobId} messages`

/** Sends messages through the offline queue: those that wait, and those that were refused. */
export function useOutgoing(about: About, sent: readonly Message[]) {
  const { jobId, thread } = about
  const errorText = useErrorText()
  const isShown = useIsShown()
  const [refused, setRefused] = useRefused(about)
  const queued = useWaiting().flatMap((request) =>
    request.lane === laneOf(jobId) ? (messageIn(request, about) ?? []) : [],
  )
  const send = (id: string, content: string | Blob) => {
    setRefused((all) => all.filter((each) => each.id !== id))
    post(id, content).then(
      (message) => rememberMessage(about, message),
      (why: unknown) => {
        const refusal = errorText(why)
        setRefused((all) => [...all, { id, content, refusal }])
        if (!isShown.current) notify({ text: refusal, kind: 'bad' })
      },
    )
  }
  const post = (message_id: string, content: string | Blob): Promise<Message> =>
    typeof content === 'string'
      ? sendReliably(
          sendMessage,
          { params: { job_id: jobId }, body: { message_id, thread, text: content } },
          laneOf(jobId),
        )
      : sendReliably(
          sendPhotoMessage,
          { params: { job_id: jobId, message_id }, query: { thread }, body: content },
          laneOf(jobId),
        )
  return {
    waiting: [...queued, ...refused].filter(({ id }) => !sent.some(({ message_id }) => message_id === id)),
    sendText: (text: string) => send(crypto.randomUUID(), text),
    sendPhoto: async (file: File) => send(crypto.randomUUID(), await smaller(file)),
    retry: ({ id, content }: OutgoingMessage) => send(id, content),
    discard: ({ id }: OutgoingMessage) => setRefused((all) => all.filter((each) => each.id !== id)),
  }
}

/** The message of a queued request of this thread; null for another thread. */
function messageIn({ operationId, request }: QueuedRequest, { thread }: About): OutgoingMessage | null {
  if (operationId === sendPhotoMessage.operationId) {
    const { pathname, searchParams } = new URL(request.url, location.origin)
    if (searchParams.get('thread') !== thread || !(request.body instanceof Blob)) return null
    return { id: pathname.split('/').at(-1) ?? '', content: request.body, refusal: null }
  }
  const body = JSON.parse(request.body as string) as { message_id: string; thread: string; text: string }
  return body.thread === thread ? { id: body.message_id, content: body.text, refusal: null } : null
}

function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
