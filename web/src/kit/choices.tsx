import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/vocabulary.ts'
import { changeLanguage, currentLanguage } from './language.ts'

/** English or Spanish, at once and from now on. `onChosen` lets the account remember it too. */
export function LanguageChoice({ onChosen }: { onChosen?: (language: Language) => void }) {
  const { t } = useTranslation('kit')
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
        data={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
      />
    </Stack>
  )
}

/** Day, night, or as the phone does. */
export function ColourChoice() {
  const { t } = useTranslation('kit')
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
