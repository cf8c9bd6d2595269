import { useHasPane } from '../../kit/desk.tsx'
import { IconTruckDelivery } from '../../kit/icons.ts'
import { BesidePane } from '../../kit/pane.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AreaShell, Sharing, useCarrierData } from '../area-shell.tsx'
import { CarrierJobList } from './list.tsx'

/** The carrier's accepted jobs. On wide screens the list is beside the jobs (`pane.tsx`), and none is open here. */
export function CarrierJobs() {
  const { t } = useTexts('carrier')
  if (useHasPane()) return <NoneOpen />
  return (
    <AreaShell title={t('title.jobs')}>
      <CarrierJobList />
    </AreaShell>
  )
}

function NoneOpen() {
  const { t } = useTexts('carrier')
  useCarrierData()
  return (
    <BesidePane
      area="carrier"
      icon={<IconTruckDelivery size={64} strokeWidth={1.25} aria-hidden />}
      text={t('jobs.choose')}
    >
      <Sharing />
    </BesidePane>
  )
}
