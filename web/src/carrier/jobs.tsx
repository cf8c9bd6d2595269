import { Shell } from '../kit/shell.tsx'

export function CarrierJobs() {
  return (
    <Shell title="CarrierJobs" area="carrier">
      …
    </Shell>
  )
}
