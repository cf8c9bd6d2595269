import { useTexts } from './texts/use-texts.ts'

export function SkipLink() {
  const { t } = useTexts('kit')
  return (
    <a className="dray-skip" href="#main">
      {t('skip')}
    </a>
  )
}
