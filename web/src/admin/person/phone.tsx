import { useTranslation } from 'react-i18next'
import { shownPhone } from '../../kit/phone-number.ts'

/** The number as the role of the reader allows; of a deleted account, that it was deleted. */
export function Phone({ phone }: { phone: string | null }) {
  const { t } = useTranslation('people')
  return <span className="person-number">{phone === null ? t('erasedPhone') : shownPhone(phone)}</span>
}
