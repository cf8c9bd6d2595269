import { Shell } from '../../kit/shell.tsx'

export function Draft() {
  return <Shell title="Draft">…</Shell>
}
