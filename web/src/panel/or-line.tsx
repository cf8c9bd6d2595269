import { useTranslation } from 'react-i18next'

/** “or”, between two ways to do the same. */
export function OrLine() {
  const { t } = useTranslation('panel')
  return <p className="panel-or">{t('stepUp.or')}</p>
}
