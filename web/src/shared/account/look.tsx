import { Stack } from '@mantine/core'
import { changeMe, readMe } from '#contract/app/account.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { ColourChoice } from '../../kit/colour-choice.tsx'
import { LanguageChoice } from '../../kit/language-choice.tsx'
import { queryClient, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../section.tsx'

/** Language and colour scheme. SMS and push messages use the account's language. */
export function LookSection() {
  const { t } = useTexts('account')
  const remember = (language: PersonLanguage) => {
    call(changeMe, { body: { language } }).then(
      (me) => queryClient.setQueryData(reading(readMe, {}).queryKey, me),
      // On an error, the language has still changed on this device.
      () => {},
    )
  }
  return (
    <Section title={t('look')}>
      <Stack>
        <LanguageChoice onChosen={remember} />
        <ColourChoice />
      </Stack>
    </Section>
  )
}
