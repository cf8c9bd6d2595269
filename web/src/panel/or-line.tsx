import { useTexts } from '../kit/texts/use-texts.ts'

/** “or”, between two ways to do the same. */
export function OrLine() {
  const { t } = useTexts('panel')
  return <p className="panel-or">{t('stepUp.or')}</p>
}
