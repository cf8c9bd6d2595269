import { useTranslation } from 'react-i18next'
import type { CarrierStatus } from '#contract/vocabulary.ts'

export function CarrierMark({ status }: { status: CarrierStatus }) {
  const { t } = useTranslation('people')
  return (
    <span className="panel-mark" data-kind={status}>
      {t(`carrierStatus.${status}`)}
    </span>
  )
}

type AccountMarkProps = { suspendedAt: string | null; erasedAt?: string | null }

/** Says that the account is suspended or deleted; nothing otherwise. */
export function AccountMark({ suspendedAt, erasedAt = null }: AccountMarkProps) {
  const { t } = useTranslation('people')
  if (erasedAt) return <span className="panel-mark">{t('erased')}</span>
  if (!suspendedAt) return null
  return (
    <span className="panel-mark" data-kind="suspended">
      {t('accountSuspended')}
    </span>
  )
}
