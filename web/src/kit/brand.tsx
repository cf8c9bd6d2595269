import { useTranslation } from 'react-i18next'

/** Logo and name of the service, for screens that people may open without knowing the service. */
export function Brand() {
  const { t } = useTranslation('kit')
  return (
    <p className="dray-brand">
      <img src="/app/icons/mark.svg" width={32} height={32} alt="" />
      {t('appName')}
    </p>
  )
}
