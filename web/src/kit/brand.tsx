import { useTranslation } from 'react-i18next'

/** Who speaks, on screens that somebody may open without having heard of the service. */
export function Brand() {
  const { t } = useTranslation('kit')
  return (
    <p className="dray-brand">
      <img src="/app/icons/mark.svg" width={32} height={32} alt="" />
      {t('appName')}
    </p>
  )
}
