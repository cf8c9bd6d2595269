import type { CarrierStatus } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Look, Mark } from '../../panel/mark.tsx'

export function CarrierMark({ status }: { status: CarrierStatus }) {
  const { t } = useTexts('people')
  return <Mark look={looks[status]}>{t(`carrierStatus.${status}`)}</Mark>
}

const looks: Record<CarrierStatus, Look> = {
  pending: 'waits',
  approved: 'good',
  rejected: undefined,
  suspended: 'bad',
}

type AccountMarkProps = { suspendedAt: string | null; erasedAt?: string | null }

/** Says that the account is suspended or deleted; else empty. */
export function AccountMark({ suspendedAt, erasedAt = null }: AccountMarkProps) {
  const { t } = useTexts('people')
  if (erasedAt) return <Mark>{t('erased')}</Mark>
  if (!suspendedAt) return null
  return <Mark look="bad">{t('accountSuspended')}</Mark>
}
