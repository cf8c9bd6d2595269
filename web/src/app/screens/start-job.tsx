import { Shell } from '../../kit/shell.tsx'

export function StartJob() {
  return (
    <Shell title="StartJob" area="customer">
      …
    </Shell>
  )
}
