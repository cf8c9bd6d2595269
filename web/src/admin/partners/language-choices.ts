import { personLanguages } from '#contract/vocabulary.ts'
import { languageNames } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** The languages of a partner's texts; empty for the one that the customer's phone number suggests. */
export function useLanguageChoices() {
  const { t } = useTexts('partners')
  return [
    { value: '', label: t('byPhone') },
    ...personLanguages.map((value) => ({ value, label: languageNames[value] })),
  ]
}
