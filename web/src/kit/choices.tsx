import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { type Language, languages } from '#contract/vocabulary.ts'
import { changeLanguage, currentLanguage, languageNames } from './language.ts'
import { useTexts } from './texts/use-texts.ts'

/** Switches the language and stores the choice on the device; `onChosen` can store it in the account. */
export function LanguageChoice({ onChosen }: { onChosen?: (language: Language) => void }) {
  const { t } = useTexts('kit')
  const label = useId()
  const choose = (language: string) => {
    void changeLanguage(language as Language).then(() => onChosen?.(language as Language))
  }
  return (
    <Stack gap={4}>
      <Text id={label}>{t('language')}</Text>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        value={currentLanguage()}
        onChange={choose}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </Stack>
  )
}

/** Light, dark, or the setting of the device. */
export function ColourChoice() {
  const { t } = useTexts('kit')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const label = useId()
  return (
    <Stack gap={4}>
      <Text id={label}>{t('colours')}</Text>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`colourOf.${value}`) }))}
      />
    </Stack>
  )
}
