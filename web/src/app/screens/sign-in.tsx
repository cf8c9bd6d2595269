import { Shell } from '../../kit/shell.tsx'

export function SignIn() {
  return <Shell title="SignIn">…</Shell>
}
