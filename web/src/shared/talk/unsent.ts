import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../kit/query-client.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import type { About } from './use-conversation.ts'

/** A message of this device that the server does not have yet. */
export type OutgoingMessage = {
  id: string
  content: string | Blob
  /** Why the server refused it; null while it waits in the offline queue. */
  refusal: ReactNode
}

/**
 * The text in the field of a thread, kept on this device until it is sent: a sheet that closes or a reload does not
 * lose it. A sign-out deletes it.
 */
export function useDraft({ jobId, thread }: About): [string, (text: string) => void] {
  const setting = `talk.${jobId}.${thread}`
  const [text, setText] = useState(() => readSetting(setting) ?? '')
  const write = (next: string) => {
    setText(next)
    writeSetting(setting, next || null)
  }
  return [text, write]
}

const none: OutgoingMessage[] = []

type Change = (all: OutgoingMessage[]) => OutgoingMessage[]

/**
 * The messages of a thread that the server refused, until they are sent or deleted. They are in the cache of the
 * session, so they stay when the sheet closes and are gone after a sign-out.
 */
export function useRefused({ jobId, thread }: About): [OutgoingMessage[], (change: Change) => void] {
  const queryKey = ['refusedMessages', jobId, thread]
  const { data = none } = useQuery<OutgoingMessage[]>({
    queryKey,
    queryFn: skipToken,
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  })
  // Nothing is added to the cache of a session that has begun since.
  const change = (make: Change) =>
    queryClient.setQueryData<OutgoingMessage[]>(queryKey, (all) => all && make(all))
  return [data, change]
}
