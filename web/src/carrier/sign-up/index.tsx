import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import type { CarrierSignUp } from '#contract/app/sign-up.ts'
import { ApiError } from '../../kit/api.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { useSignUp } from '../photos/use-sign-up.ts'
import { ApprovalStatus } from '../profile/approval-status.tsx'
import { NextStepButton } from './next-step.tsx'
import { StepRows } from './step-rows.tsx'
import '../../shared/app.css'
import '../carrier.css'

/** Sign-up as a carrier in steps; the operator then has to approve it. */
export function SignUp() {
  const { t } = useTexts('carrier')
  const { data: profile, error, refetch } = useProfile()
  const { data: signUp, error: stepsError, refetch: refetchSteps } = useSignUp()
  const isNew = error instanceof ApiError && error.code === 'not_a_carrier'
  if (profile && profile.status !== 'rejected')
    return (
      <AreaShell title={t('title.account')}>
        <ApprovalStatus profile={profile} />
      </AreaShell>
    )
  const failure = isNew ? stepsError : (error ?? stepsError)
  const again = () => void Promise.all([refetch(), refetchSteps()])
  const isKnown = signUp && (profile || isNew)
  return (
    <Shell
      title={t('title.signUp')}
      back="/app/account"
      footer={isKnown && <NextStepButton signUp={signUp} />}
    >
      {isKnown ? (
        <Steps signUp={signUp} profile={profile ?? null} />
      ) : failure ? (
        <CarrierFailed error={failure} onRetry={again} />
      ) : (
        <Loading rows={4} />
      )}
    </Shell>
  )
}

function Steps({ signUp, profile }: { signUp: CarrierSignUp; profile: CarrierProfile | null }) {
  const { t } = useTexts(['carrier', 'steps'])
  return (
    <Stack>
      <Text>{t(profile ? 'status.rejectedText' : 'steps:lead')}</Text>
      {profile?.status_reason && (
        <Alert color="red" title={t('status.reason')}>
          {profile.status_reason}
        </Alert>
      )}
      <StepRows signUp={signUp} isCarrier={profile !== null} />
      {profile && (
        <Button variant="default" component={Link} to="/carrier/profile">
          {t('title.profile')}
        </Button>
      )}
    </Stack>
  )
}
