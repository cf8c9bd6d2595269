import { useTexts } from './texts/use-texts.ts'

/** Logo and name of the service, for screens that people may open without knowing the service. */
export function Brand() {
  const { t } = useTexts('kit')
  return (
    <p className="dray-brand">
      <img src="/app/icons/mark.svg" width={32} height={32} alt="" />
      {t('appName')}
    </p>
  )
}
