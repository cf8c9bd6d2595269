import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'

export type Step = {
  id: string
  name: string
  isDone: boolean
  /** Null if no time was recorded. */
  at: string | null
  /** Additional text, such as that this device has not sent it yet. */
  more?: string | null
}

/** Past steps of a job with their times, and future steps. A cancellation is marked as an end, not as a success. */
export function StepList({ steps }: { steps: Step[] }) {
  const { t } = useTexts('app')
  return (
    <ol className="app-steps">
      {steps.map(({ id, name, isDone, at, more }, index) => (
        <li key={id} data-done={isDone} data-step={id}>
          <span className="app-dot" aria-hidden>
            {!isDone ? index + 1 : id === 'cancelled' ? <IconX size={16} /> : <IconCheck size={16} />}
          </span>
          <div>
            <Text span display="block" fw={isDone ? 600 : 400}>
              {name}
            </Text>
            {at && (
              <Text span size="sm" c="dimmed">
                <time dateTime={at}>{dayAndTime(at)}</time>
              </Text>
            )}
            {more && (
              <Text span size="sm">
                {more}
              </Text>
            )}
            {!isDone && !more && <VisuallyHidden>{t('job.notYet')}</VisuallyHidden>}
          </div>
        </li>
      ))}
    </ol>
  )
}
