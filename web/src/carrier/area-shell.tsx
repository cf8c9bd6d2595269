import { lazy, Suspense } from 'react'
import { useLive } from '../kit/live.ts'
import { Shell, type ShellProps } from '../kit/shell.tsx'
import { useSaveJobs } from '../shared/save-jobs.ts'
import { activeJobs } from './saved-jobs.ts'
import { sharedJobs, useChoices } from './way/choices.ts'
import '../shared/app.css'
import './carrier.css'

const SharingChip = lazy(() =>
  import('./way/sharing-chip.tsx').then((file) => ({ default: file.SharingChip })),
)

/** Layout of the carrier's screens. */
export function AreaShell({ children, ...props }: Omit<ShellProps, 'area'>) {
  useCarrierData()
  return (
    <Shell area="carrier" {...props}>
      <Sharing />
      {children}
    </Shell>
  )
}

/** On every screen of the carrier while a position is shared. */
export function Sharing() {
  if (sharedJobs(useChoices()).length === 0) return null
  return (
    <Suspense fallback={null}>
      <SharingChip />
    </Suspense>
  )
}

/** Keeps the data of the screens up to date, and the carrier's open jobs readable offline. */
export function useCarrierData(): void {
  useLive()
  useSaveJobs(activeJobs)
}
