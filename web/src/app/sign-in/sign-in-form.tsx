import type { Me } from '#contract/app/account.ts'
import { signedIn } from '../../kit/session.ts'
import { useChallenge } from './challenge.ts'
import { CodeStep } from './code-step.tsx'
import { PhoneStep } from './phone-step.tsx'

/** A number, a code, and one is in. */
export function SignInForm({ phone, onSignedIn }: { phone: string | null; onSignedIn: () => void }) {
  const [challenge, setChallenge] = useChallenge()
  const enter = (me: Me) => {
    setChallenge(null)
    signedIn(me)
    onSignedIn()
  }
  if (!challenge) return <PhoneStep phone={phone} onAsked={setChallenge} />
  return (
    <CodeStep
      challenge={challenge}
      onAskedAgain={setChallenge}
      onOtherNumber={() => setChallenge(null)}
      onRight={enter}
    />
  )
}
