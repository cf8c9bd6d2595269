import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'
import { RowsLink } from './rows-link.tsx'

type SubjectLinksProps = {
  jobId: string | undefined
  carrierId?: string | undefined
  paymentId: string | null
}

/** Leads from a dispute, or a call to the processor, to its job, its carrier and its rows of the ledger. */
export function SubjectLinks({ jobId, carrierId, paymentId }: SubjectLinksProps) {
  const { t } = useTexts('money')
  return (
    <p className="panel-links">
      {jobId && (
        <PanelLink className="dray-plain-link" {...placeOf.job(jobId)}>
          {t('openJob')}
        </PanelLink>
      )}
      {carrierId && (
        <PanelLink className="dray-plain-link" {...placeOf.carrier(carrierId)}>
          {t('openCarrier')}
        </PanelLink>
      )}
      {paymentId && <RowsLink search={{ payment: paymentId }} text={t('rows')} />}
    </p>
  )
}
