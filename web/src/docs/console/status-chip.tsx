import type { JobStatus } from '#contract/vocabulary.ts'
import { useConsoleTexts } from '../texts.ts'

/** The status of a job, as a word in its colour. */
export function StatusChip({ status }: { status: JobStatus | 'gone' }) {
  const { statuses } = useConsoleTexts()
  return (
    <span className="console-chip" data-status={status}>
      {statuses[status]}
    </span>
  )
}
