import { useHasPane } from '../../kit/desk.tsx'
import { IconPackage } from '../../kit/icons.ts'
import { useLive } from '../../kit/live.ts'
import { BesidePane } from '../../kit/pane.tsx'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useSaveJobs } from '../../shared/save-jobs.ts'
import { myJobs } from '../saved-jobs.ts'
import { JobList } from './list.tsx'
import '../../shared/app.css'
import '../customer.css'

/** All jobs of the customer. On wide screens the list is beside the jobs (`pane.tsx`), and none is open here. */
export function Jobs() {
  const { t } = useTexts('app')
  const hasPane = useHasPane()
  useLive()
  useSaveJobs(myJobs)
  if (hasPane)
    return (
      <BesidePane
        area="customer"
        icon={<IconPackage size={64} strokeWidth={1.25} aria-hidden />}
        text={t('jobs.choose')}
      />
    )
  return (
    <Shell title={t('title.jobs')} area="customer">
      <JobList />
    </Shell>
  )
}
