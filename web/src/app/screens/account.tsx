import { Shell } from '../../kit/shell.tsx'

export function Account() {
  return (
    <Shell title="Account" area="customer">
      …
    </Shell>
  )
}
