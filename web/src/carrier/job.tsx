import { Shell } from '../kit/shell.tsx'

export function CarrierJob() {
  return (
    <Shell title="CarrierJob" area="carrier" back="/carrier">
      …
    </Shell>
  )
}
