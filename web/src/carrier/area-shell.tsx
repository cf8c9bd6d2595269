import { useLive } from '../kit/live.ts'
import { Shell, type ShellProps } from '../kit/shell.tsx'
import { useSaveJobs } from '../shared/save-jobs.ts'
import { activeJobs } from './saved-jobs.ts'
import '../shared/app.css'
import './carrier.css'

/** Layout of the carrier's screens. Keeps their data up to date, and the carrier's open jobs readable offline. */
export function AreaShell(props: Omit<ShellProps, 'area'>) {
  useLive()
  useSaveJobs(activeJobs)
  return <Shell area="carrier" {...props} />
}
