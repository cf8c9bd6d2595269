import './choose-way.css'
import { Button, Checkbox, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { call } from '../../kit/api.ts'
import { IconArrowLeft } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconFingerprint, IconKey } from '../../panel/icons.ts'
import { createPasskey } from '../../panel/passkey.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { PasswordSetup } from '../password/index.tsx'
import type { Grant } from '../password/steps.ts'
import { StepTitle } from '../step.tsx'
import { type Invitation, type MemberMe, type Surface, useSurface } from '../surface.ts'

type ChooseWayProps = { token: string; invitation: Invitation; onIn: (me: MemberMe) => void }

/** The ways in that an invitation offers: a passkey, or a password with an authenticator app. */
export function ChooseWay({ token, invitation, onIn }: ChooseWayProps) {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { way_back, has_login_name, offers } = invitation
  const [isPassword, setPassword] = useState(false)
  const [endsOthers, setEndsOthers] = useState(false)
  const grant = { token, ...(way_back && { ends_others: endsOthers }) }
  const passkey = useQuietAct({ act: () => register(surface, grant), onDone: ({ me }) => onIn(me) })
  if (isPassword)
    return (
      <Stack>
        <PasswordSetup grant={grant} asksLoginName={!has_login_name} onDone={onIn} />
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => setPassword(false)}
        >
          {t('invitation.back')}
        </Button>
      </Stack>
    )
  return (
    <Stack>
      <StepTitle>{t('invitation.choose')}</StepTitle>
      <Refusal error={passkey.error} />
      {offers.includes('passkey') && (
        <Way
          icon={<IconFingerprint size={26} aria-hidden />}
          title={t('invitation.passkey')}
          text={passkey.isPending ? t('invitation.wait') : t('invitation.passkeyText')}
          mark={t('invitation.recommended')}
          isBusy={passkey.isPending}
          onChosen={() => passkey.mutate()}
        />
      )}
      {offers.includes('password') && (
        <Way
          icon={<IconKey size={26} aria-hidden />}
          title={t('invitation.password')}
          text={t('invitation.passwordText')}
          isBusy={passkey.isPending}
          onChosen={() => setPassword(true)}
        />
      )}
      {way_back && (
        <Checkbox
          label={t('invitation.endsOthers')}
          checked={endsOthers}
          onChange={(event) => setEndsOthers(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}

type WayProps = {
  icon: ReactNode
  title: string
  text: string
  mark?: string
  isBusy: boolean
  onChosen: () => void
}

function Way({ icon, title, text, mark, isBusy, onChosen }: WayProps) {
  return (
    <button type="button" className="member-way" disabled={isBusy} onClick={onChosen}>
      {icon}
      <span>
        <b>{title}</b>
        {mark && <em>{mark}</em>}
        <small>{text}</small>
      </span>
    </button>
  )
}

async function register({ operations }: Surface, grant: Grant & { token: string }) {
  const { startPasskeyRegistration, finishPasskeyRegistration } = operations
  const { challenge_id, options } = await call(startPasskeyRegistration, { body: { token: grant.token } })
  const credential = await createPasskey(options)
  return call(finishPasskeyRegistration, { params: { challenge_id }, body: { ...grant, credential } })
}
