import { Stack, Text } from '@mantine/core'
import { Frame } from '../../kit/frame.tsx'
import { LanguageChoice } from '../../kit/language-choice.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { IconLock } from '../icons.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

type WayInProps = {
  /** Phone number of the link. */
  phone: string | null
  shortId: string
  onSignedIn: () => void
}

/**
 * A draft before the code, equal for every draft. The build renders it into the page too (`render-screens.tsx`), so
 * people see it and can type before the scripts of the app have loaded.
 */
export function WayIn({ phone, shortId, onSignedIn }: WayInProps) {
  const { t } = useTexts('signIn')
  return (
    <Frame title={t('draft.title')} branded>
      <div className="app-welcome">
        <Stack>
          <img className="app-scene" src="/app/icons/scene.svg" width={320} height={120} alt="" />
          <Text size="lg">{t('draft.lead')}</Text>
          <SignInForm phone={phone} shortId={shortId} onSignedIn={onSignedIn} />
          <Text c="dimmed" size="sm" className="app-with-icon">
            <IconLock size={18} aria-hidden /> <span>{t('draft.whyCode')}</span>
          </Text>
        </Stack>
        <Stack>
          <NextSteps />
          <LanguageChoice />
        </Stack>
      </div>
    </Frame>
  )
}

/** The steps after the code. Equal for every job, to avoid revealing anything about this job. */
function NextSteps() {
  const { t } = useTexts('signIn')
  const steps = ['review', 'pay', 'publish'] as const
  return (
    <Section title={t('draft.next')}>
      <ol className="app-steps">
        {steps.map((step, index) => (
          <li key={step}>
            <span className="app-dot" aria-hidden>
              {index + 1}
            </span>
            <div>
              <Text fw={600}>{t(`draft.steps.${step}.name`)}</Text>
              <Text size="sm">{t(`draft.steps.${step}.what`)}</Text>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
