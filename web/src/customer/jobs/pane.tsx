import { Pane } from '../../kit/pane.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { JobList } from './list.tsx'
import '../../shared/app.css'
import '../customer.css'

/** The list of jobs beside a job. */
export function JobsPane({ isMain }: { isMain: boolean }) {
  const { t } = useTexts('app')
  return (
    <Pane title={t('title.jobs')} isMain={isMain}>
      <JobList />
    </Pane>
  )
}
