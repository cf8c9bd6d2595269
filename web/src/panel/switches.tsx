import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type Language, languages } from '#contract/vocabulary.ts'
import { changeLanguage, languageNames, panelLanguage } from '../kit/language.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconDeviceDesktop, IconMoon, IconSun } from './icons.ts'

/** Switches the language and stores the choice on the device; `onChosen` can store it in the account. */
export function LanguageSwitch({ onChosen }: { onChosen?: (language: Language) => void }) {
  const { t } = useTexts('kit')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('language')}
      value={panelLanguage()}
      onChange={(chosen) => {
        void changeLanguage(chosen).then(() => onChosen?.(chosen))
      }}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  )
}

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Light, dark, or the setting of the device. */
export function ColourSwitch() {
  const { t } = useTexts('kit')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('colours')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={(['auto', 'light', 'dark'] as const).map((value) => {
        const Icon = icons[value]
        return {
          value,
          label: (
            <Icon className="panel-switch-icon" size={16} role="img" aria-label={t(`colourOf.${value}`)} />
          ),
        }
      })}
    />
  )
}
