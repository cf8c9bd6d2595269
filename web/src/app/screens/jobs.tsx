import { Shell } from '../../kit/shell.tsx'

export function Jobs() {
  return (
    <Shell title="Jobs" area="customer">
      …
    </Shell>
  )
}
