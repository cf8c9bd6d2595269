import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readFeed } from '#contract/app/carrier.ts'
import { call, type Output } from '../../kit/api.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'

type Pages = InfiniteData<Output<typeof readFeed>, string | null>

export const feedKey = [readFeed.operationId, 'pages']

/**
 * The jobs nearby, page by page, of all days or of one. Of all days the device stores the first page, for an offline
 * start.
 */
export function useFeed({ enabled, day }: { enabled: boolean; day: string | null }) {
  const feed = useInfiniteQuery({
    queryKey: day ? [...feedKey, day] : feedKey,
    queryFn: ({ pageParam, signal }) =>
      call(readFeed, { query: { ...(pageParam && { after: pageParam }), ...(day && { day }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    initialData: () => (day ? undefined : savedFeed()?.data),
    initialDataUpdatedAt: () => (day ? undefined : savedFeed()?.at),
    enabled,
  })
  const { data, dataUpdatedAt } = feed
  useEffect(() => {
    if (!day) saveFeed(data, dataUpdatedAt)
  }, [data, dataUpdatedAt, day])
  return feed
}

const setting = 'feed'

function saveFeed(data: Pick<Pages, 'pages'> | undefined, at: number): void {
  const [first] = data?.pages ?? []
  if (first) writeSetting(setting, JSON.stringify({ at, first }))
}

function savedFeed(): { at: number; data: Pages } | undefined {
  try {
    const kept = JSON.parse(readSetting(setting) ?? 'null') as { at: number; first: Pages['pages'][0] } | null
    return kept ? { at: kept.at, data: { pages: [kept.first], pageParams: [null] } } : undefined
  } catch {
    return undefined
  }
}
