import { Pane } from '../../kit/pane.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CarrierJobList } from './list.tsx'
import '../../shared/app.css'
import '../carrier.css'

/** The list of jobs beside a job. */
export function JobsPane({ isMain }: { isMain: boolean }) {
  const { t } = useTexts('carrier')
  return (
    <Pane title={t('title.jobs')} isMain={isMain}>
      <CarrierJobList />
    </Pane>
  )
}
