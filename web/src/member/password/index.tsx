import { useState } from 'react'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { StepTitle } from '../step.tsx'
import type { MemberMe } from '../surface.ts'
import { ChoosePassword } from './choose-password.tsx'
import { Codes } from './codes.tsx'
import { ConfirmApp } from './confirm-app.tsx'
import type { Confirmed, Grant, Started } from './steps.ts'

type PasswordSetupProps = {
  grant: Grant
  /** Whether a login name has to be chosen. */
  asksLoginName: boolean
  /** Callback after the recovery codes, which are shown only once. */
  onDone: (me: MemberMe) => void
}

/** A password in three steps: the password, the authenticator app, the recovery codes. */
export function PasswordSetup({ grant, asksLoginName, onDone }: PasswordSetupProps) {
  const { t } = useTexts('member')
  const [started, setStarted] = useState<Started | null>(null)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  if (confirmed)
    return (
      <>
        <StepTitle>{t('codes.title')}</StepTitle>
        <Codes codes={confirmed.recovery_codes} onDone={() => onDone(confirmed.me)} />
      </>
    )
  if (started) return <ConfirmApp grant={grant} started={started} onConfirmed={setConfirmed} />
  return <ChoosePassword grant={grant} asksLoginName={asksLoginName} onStarted={setStarted} />
}
