import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type Conversation,
  type Message,
  readConversation,
  type SideThread,
} from '#contract/app/conversation.ts'
import { call } from '../../kit/api.ts'
import { queryClient } from '../../kit/query-client.ts'

export type About = { jobId: string; thread: SideThread }

/** The event stream tells of each message; polled too, because a notification can be lost. */
const pollMs = 15_000

type Pages = { pages: Conversation[]; pageParams: (string | null)[] }

const keyOf = ({ jobId, thread }: About) => [readConversation.operationId, jobId, thread]

export type LoadedConversation = ReturnType<typeof useConversation>

/** The messages of a thread, oldest first, while its sheet is open. */
export function useConversation(about: About) {
  const { jobId, thread } = about
  const query = useInfiniteQuery({
    queryKey: keyOf(about),
    queryFn: ({ pageParam, signal }) =>
      call(readConversation, {
        params: { job_id: jobId },
        query: { thread, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => (next === null ? null : String(next)),
    refetchInterval: pollMs,
  })
  const pages = query.data?.pages ?? []
  return {
    messages: pages.toReversed().flatMap((page) => page.messages),
    isLoaded: query.data !== undefined,
    isOpen: pages[0]?.open ?? false,
    endsAt: pages[0]?.ends_at ?? null,
    otherPosition: pages[0]?.other_position ?? 0,
    error: query.error,
    retry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => void query.fetchNextPage(),
  }
}

/** Adds a message that was sent just now, before the next reading. */
export function rememberMessage(about: About, message: Message): void {
  queryClient.setQueryData<Pages>(keyOf(about), (known) => {
    const [newest, ...older] = known?.pages ?? []
    if (!known || !newest || newest.messages.some(({ message_id }) => message_id === message.message_id))
      return known
    return { ...known, pages: [{ ...newest, messages: [...newest.messages, message] }, ...older] }
  })
}
