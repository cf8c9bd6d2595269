import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/app/account.ts'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import type { CarrierSignUp } from '#contract/app/sign-up.ts'
import { useMe } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { PhotoField } from '../photos/photo-field.tsx'
import { ProfileForm } from '../profile/form.tsx'

type VehicleStepProps = { signUp: CarrierSignUp; profile: CarrierProfile | null }

/** The vehicle with its plate and photo, and where it works. Saving it signs the account up as a carrier. */
export function VehicleStep({ signUp, profile }: VehicleStepProps) {
  const me = useMe()
  return me && <Known signUp={signUp} profile={profile} me={me} />
}

function Known({ signUp, profile, me }: VehicleStepProps & { me: Me }) {
  const { t } = useTexts('steps')
  const navigate = useNavigate()
  // As the form begins: a name that is read later is not in it, and its field would be missing.
  const [name] = useState(profile?.name || me.name)
  const action = profile === null ? t('apply') : profile.status === 'rejected' ? t('applyAgain') : t('go')
  return (
    <Stack>
      {signUp.rule !== 'off' && (
        <Section title={t('photo.vehicle')}>
          <PhotoField kind="vehicle" photos={signUp.photos} />
        </Section>
      )}
      <ProfileForm
        initial={{ ...profile, ...(name && { name }) }}
        plate={signUp.rule}
        isNameKnown={Boolean(name)}
        action={action}
        onSaved={() => void navigate({ to: '/carrier/sign-up' })}
      />
    </Stack>
  )
}
