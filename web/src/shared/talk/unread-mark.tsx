import { VisuallyHidden } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import './unread-mark.css'

/** How many messages were not read; empty for none. */
export function UnreadMark({ count }: { count: number | undefined }) {
  const { t } = useTexts('app')
  if (!count) return null
  return (
    <span className="app-unread">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{t('jobs.unread', { count })}</VisuallyHidden>
    </span>
  )
}
