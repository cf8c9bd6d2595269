import type { Me } from '#contract/app/account.ts'
import { signedIn } from '../../kit/session.ts'
import { useChallenge } from './challenge.ts'
import { CodeStep } from './code-step.tsx'
import { PhoneStep } from './phone-step.tsx'

type SignInFormProps = {
  phone: string | null
  /** Of the draft whose link led here. */
  shortId?: string
  onSignedIn: () => void
}

/** A number, a code, and one is in. */
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
