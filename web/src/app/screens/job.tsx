import { Shell } from '../../kit/shell.tsx'

export function Job() {
  return (
    <Shell title="Job" area="customer" back="/app">
      …
    </Shell>
  )
}
