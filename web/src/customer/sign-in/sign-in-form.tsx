import type { Me } from '#contract/app/account.ts'
import { signedIn } from '../../kit/session.ts'
import { useChallenge } from './challenge.ts'
import { CodeStep } from './code-step.tsx'
import { PhoneStep } from './phone-step.tsx'

type SignInFormProps = {
  phone: string | null
  /** Short id of the draft whose link led here. */
  shortId?: string
  onSignedIn: () => void
}

/** Sign-in in two steps: phone number, then code. */
export function SignInForm({ phone, shortId, onSignedIn }: SignInFormProps) {
  const [challenge, setChallenge] = useChallenge('sign-in')
  const enter = (me: Me) => {
    setChallenge(null)
    signedIn(me)
    onSignedIn()
  }
  if (!challenge) return <PhoneStep phone={phone} shortId={shortId} onAsked={setChallenge} />
  return (
    <CodeStep
      challenge={challenge}
      shortId={shortId}
      onAskedAgain={setChallenge}
      onOtherNumber={() => setChallenge(null)}
      onRight={enter}
    />
  )
}
