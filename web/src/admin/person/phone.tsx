import { useTexts } from '../../kit/texts/use-texts.ts'
import { PhoneNumber } from '../../panel/phone-number.tsx'

/** The number as the role of the reader allows; of a deleted account, that it was deleted. */
export function Phone({ phone }: { phone: string | null }) {
  const { t } = useTexts('people')
  return phone === null ? t('erasedPhone') : <PhoneNumber phone={phone} />
}
