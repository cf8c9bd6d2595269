import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ListState } from '#contract/app/customer.ts'
import { Desk } from '../kit/desk.tsx'
import { useIsWide } from '../kit/wide.ts'
import { ChosenListState } from './jobs/list-state.ts'

const JobsPane = lazy(() => import('./jobs/pane.tsx').then((file) => ({ default: file.JobsPane })))

/** What stays while the screens of a customer change: on wide screens the list of jobs is beside the job. */
export function CustomerDesk() {
  const isWide = useIsWide()
  const listState = useState<ListState | null>(null)
  const place = useLocation({ select: ({ pathname }) => placeOf(pathname) })
  const pane = isWide && place !== 'elsewhere' && (
    <Suspense fallback={<div className="dray-pane" />}>
      <JobsPane isMain={place === 'list'} />
    </Suspense>
  )
  return (
    <ChosenListState value={listState}>
      <Desk area="customer" pane={pane}>
        <Outlet />
      </Desk>
    </ChosenListState>
  )
}

function placeOf(path: string): 'list' | 'job' | 'elsewhere' {
  if (/^\/app\/?$/.test(path)) return 'list'
  return path.startsWith('/app/jobs/') ? 'job' : 'elsewhere'
}
