import { Shell } from '../kit/shell.tsx'

export function SignUp() {
  return (
    <Shell title="SignUp" area="carrier">
      …
    </Shell>
  )
}
