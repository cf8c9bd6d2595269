import { Shell } from '../kit/shell.tsx'

export function Earnings() {
  return (
    <Shell title="Earnings" area="carrier">
      …
    </Shell>
  )
}
