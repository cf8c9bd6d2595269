import { Shell } from '../kit/shell.tsx'

export function Profile() {
  return (
    <Shell title="Profile" area="carrier">
      …
    </Shell>
  )
}
