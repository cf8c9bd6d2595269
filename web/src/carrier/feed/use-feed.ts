import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readFeed } from '#contract/app/carrier.ts'
import { listFeedAreas, searchFeed } from '#contract/app/feed.ts'
import { ApiError, call, type Output } from '../../kit/api.ts'
import { readAgain } from '../../kit/query-client.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { bodyOf } from './choices.ts'
import { type FeedSearch, useFeedSearch } from './search.ts'

type Page = Output<typeof searchFeed>
export type Pages = InfiniteData<Page, string | null>

type Search = Pick<FeedSearch, 'choices' | 'around'>

const bodyOfSearch = ({ around, choices }: Search) => bodyOf(around, choices)

/** All begin with the name of the feed, so that news of it refresh every search. */
export function feedKeyOf(search: Search): unknown[] {
  const body = bodyOfSearch(search)
  return body ? [readFeed.operationId, 'pages', body] : [readFeed.operationId, 'pages']
}

/** The live stream only tells of jobs around the base, so other searches are read again by the minute. */
const minuteMs = 60_000

/**
 * The jobs of the present search, page by page. Of all jobs around the base the device stores the first page, for an
 * offline start; it stores no other search, which could tell where the device was.
 */
export function useFeed({ enabled }: { enabled: boolean }) {
  const search = useFeedSearch()
  const body = bodyOfSearch(search)
  const isKept = body === null
  const feed = useInfiniteQuery({
    queryKey: feedKeyOf(search),
    queryFn: ({ pageParam, signal }) => readPage(body, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    initialData: () => (isKept ? savedFeed()?.data : undefined),
    initialDataUpdatedAt: () => (isKept ? savedFeed()?.at : undefined),
    enabled: enabled && search.isReady,
    refetchInterval: search.around.kind === 'base' ? false : minuteMs,
  })
  const { data, dataUpdatedAt } = feed
  useEffect(() => {
    if (isKept) saveFeed(data, dataUpdatedAt)
  }, [data, dataUpdatedAt, isKept])
  useSearchOn(feed)
  useAreaGone(feed.error)
  return feed
}

/** Pages with filters can be empty before the end: so many are read until a job is found. */
const emptyPages = 5

function useSearchOn({ data, hasNextPage, isFetching, isError, fetchNextPage }: Feed): void {
  const pages = data?.pages ?? []
  const isEmpty = pages.length < emptyPages && pages.every(({ jobs }) => jobs.length === 0)
  const goesOn = isEmpty && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
}

type Feed = UseInfiniteQueryResult<InfiniteData<Page>>

/** The chosen area was deleted on another device. */
function useAreaGone(error: Error | null): void {
  const isGone = error instanceof ApiError && error.code === 'not_found'
  useEffect(() => {
    if (isGone) void readAgain(listFeedAreas)
  }, [isGone])
}

async function readPage(
  body: ReturnType<typeof bodyOf>,
  after: string | null,
  signal: AbortSignal,
): Promise<Page> {
  if (body) return call(searchFeed, { body: { ...body, ...(after && { after }) }, signal })
  const page = await call(readFeed, { query: { ...(after && { after }) }, signal })
  return { ...page, hidden: 0 }
}

const setting = 'feed'

function saveFeed(data: Pick<Pages, 'pages'> | undefined, at: number): void {
  const [first] = data?.pages ?? []
  if (first) writeSetting(setting, JSON.stringify({ at, first }))
}

function savedFeed(): { at: number; data: Pages } | undefined {
  try {
    const kept = JSON.parse(readSetting(setting) ?? 'null') as { at: number; first: Page } | null
    return kept ? { at: kept.at, data: { pages: [kept.first], pageParams: [null] } } : undefined
  } catch {
    return undefined
  }
}
