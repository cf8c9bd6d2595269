import './key-acts.css'
import type { Key } from '#contract/admin/keys.ts'
import { useLastUse } from './last-use.ts'

/** The values of a key that work, the newest first. */
export const workingValues = ({ values }: Key) => values.filter(({ has_ended }) => !has_ended)

export type UsedValue = Pick<Key['values'][number], 'last_four' | 'last_used_at'>

/** When each value was used last: whether its servers have changed over. */
export function Uses({ values }: { values: readonly UsedValue[] }) {
  const lastUse = useLastUse()
  return values.map((value) => (
    <span key={value.last_four} className="key-use">
      <code>{`…${value.last_four}`}</code> {lastUse(value)}
    </span>
  ))
}
