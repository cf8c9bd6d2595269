import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readCarrier } from '#contract/app/carrier.ts'
import { ApiError } from '../kit/api.ts'
import { Desk } from '../kit/desk.tsx'
import { reading } from '../kit/query-client.ts'
import { isSignedOut } from '../kit/signed-out.ts'
import { useIsWide } from '../kit/wide.ts'
import { FeedSearchProvider, useNewFeedSearch } from './feed/search.ts'

const FeedPane = lazy(() => import('./feed/pane.tsx').then((file) => ({ default: file.FeedPane })))
const JobsPane = lazy(() => import('./jobs/pane.tsx').then((file) => ({ default: file.JobsPane })))

/**
 * What stays while the screens of a carrier change: on wide screens the feed beside its map or an offer, and the list
 * of jobs beside the job.
 */
export function CarrierDesk() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') })
  const isFeed = path === '/carrier' || path.startsWith('/carrier/feed/')
  return (
    <FeedSearchProvider value={useNewFeedSearch(isFeed)}>
      <Desk area="carrier" pane={usePane(path, isFeed)}>
        <Outlet />
      </Desk>
    </FeedSearchProvider>
  )
}

function usePane(path: string, isFeed: boolean) {
  const isWide = useIsWide()
  const isJobs = path === '/carrier/jobs' || path.startsWith('/carrier/jobs/')
  const { data: profile, error } = useQuery({ ...reading(readCarrier, {}), enabled: isWide && isFeed })
  // Neither a person without a session nor a carrier who is not approved has a feed; the screen says why.
  const isStranger = isSignedOut() || (error instanceof ApiError && error.status === 401)
  const hasFeed = !isStranger && (profile === undefined || profile.status === 'approved')
  if (!isWide || !(isJobs || (isFeed && hasFeed))) return null
  return (
    <Suspense fallback={<div className="dray-pane" />}>
      {isJobs ? <JobsPane isMain={path === '/carrier/jobs'} /> : <FeedPane isMain={path === '/carrier'} />}
    </Suspense>
  )
}
