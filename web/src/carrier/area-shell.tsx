import { useLive } from '../kit/live.ts'
import { Shell, type ShellProps } from '../kit/shell.tsx'
import '../app/app.css'
import './carrier.css'

/** The frame of a carrier's screens: kept up to date by the stream. */
export function AreaShell(props: Omit<ShellProps, 'area'>) {
  useLive()
  return <Shell area="carrier" {...props} />
}
