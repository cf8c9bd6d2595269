import { useMantineColorScheme } from '@mantine/core'
import { languages } from '#contract/vocabulary.ts'
import { IconLogout } from '../kit/icons.ts'
import { changeLanguage, currentLanguage, languageNames } from '../kit/language.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconLanguage, IconMoon, IconSun } from '../panel/icons.ts'
import type { Command } from '../panel/places.ts'
import { useSignOut } from './session/use-sign-out.ts'

/** Language, colours and signing out. */
export function useOwnCommands(): Command[] {
  const { t } = useTexts('kit')
  const { t: panel } = useTexts('panel')
  const { setColorScheme } = useMantineColorScheme()
  const { signOut } = useSignOut()
  const group = panel('bar.acts')
  const other = languages.find((language) => language !== currentLanguage()) ?? 'en'
  return [
    {
      id: 'dark',
      text: `${t('colours')}: ${t('colourOf.dark')}`,
      group,
      Icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    {
      id: 'light',
      text: `${t('colours')}: ${t('colourOf.light')}`,
      group,
      Icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      id: 'language',
      text: `${t('language')}: ${languageNames[other]}`,
      group,
      Icon: IconLanguage,
      run: () => void changeLanguage(other),
    },
    { id: 'sign-out', text: panel('signOut'), group, Icon: IconLogout, run: signOut },
  ]
}
