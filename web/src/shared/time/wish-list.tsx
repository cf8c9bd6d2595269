import { Text } from '@mantine/core'
import type { Wish } from '#contract/app/time.ts'
import { useLocalTime } from './local-time.ts'

type WishListProps = { label: string; wishes: readonly Wish[]; timeZone: string }

/** The wishes of a customer, the most wished first. */
export function WishList({ label, wishes, timeZone }: WishListProps) {
  const local = useLocalTime(timeZone)
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <ul className="app-plain-list" aria-label={label}>
        {wishes.map((wish) => (
          <li key={wish.starts_at}>{local.wish(wish)}</li>
        ))}
      </ul>
    </div>
  )
}
