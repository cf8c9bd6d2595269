import { NativeSelect } from '@mantine/core'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { changeLanguage, currentLanguage, languageNames } from './language.ts'
import { useTexts } from './texts/use-texts.ts'

/**
 * Switches the language and stores the choice on the device; `onChosen` can store it in the account. Each language has
 * its own name, for people who cannot read the page.
 */
export function LanguageChoice({ onChosen }: { onChosen?: (language: PersonLanguage) => void }) {
  const { t } = useTexts('kit')
  const choose = (language: PersonLanguage) => {
    void changeLanguage(language).then(() => onChosen?.(language))
  }
  return (
    <NativeSelect
      label={t('language')}
      value={currentLanguage()}
      onChange={({ currentTarget }) => choose(currentTarget.value as PersonLanguage)}
    >
      {personLanguages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </NativeSelect>
  )
}
