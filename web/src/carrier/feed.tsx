import { Shell } from '../kit/shell.tsx'

export function Feed() {
  return (
    <Shell title="Feed" area="carrier">
      …
    </Shell>
  )
}
