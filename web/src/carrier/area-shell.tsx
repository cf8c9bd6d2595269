import { useLive } from '../kit/live.ts'
import { Shell, type ShellProps } from '../kit/shell.tsx'
import { useKeepJobs } from './keep-jobs.ts'
import '../app/app.css'
import './carrier.css'

/** The frame of a carrier's screens: kept up to date by the stream, and its open jobs kept for times without one. */
export function AreaShell(props: Omit<ShellProps, 'area'>) {
  useLive()
  useKeepJobs()
  return <Shell area="carrier" {...props} />
}
