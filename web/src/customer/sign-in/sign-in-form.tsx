import { Stack } from '@mantine/core'
import type { Me } from '#contract/app/account.ts'
import { LegalNote } from '../../kit/company-links.tsx'
import { startSession } from '../../kit/session.ts'
import { useChallenge } from './challenge.ts'
import { CodeStep } from './code-step.tsx'
import { PhoneStep } from './phone-step.tsx'

type SignInFormProps = {
  phone: string | null
  /** Short id of the draft whose link led here. */
  shortId?: string
  onSignedIn: () => void
}

/** Sign-in in two steps: phone number, then code. Both say that going on accepts the terms. */
export function SignInForm({ phone, shortId, onSignedIn }: SignInFormProps) {
  const [challenge, setChallenge] = useChallenge('sign-in')
  const enter = (me: Me) => {
    setChallenge(null)
    startSession(me)
    onSignedIn()
  }
  return (
    <Stack>
      {challenge ? (
        <CodeStep
          challenge={challenge}
          shortId={shortId}
          onAskedAgain={setChallenge}
          onOtherNumber={() => setChallenge(null)}
          onCorrect={enter}
        />
      ) : (
        <PhoneStep phone={phone} shortId={shortId} onAsked={setChallenge} />
      )}
      <LegalNote act="signIn" />
    </Stack>
  )
}
