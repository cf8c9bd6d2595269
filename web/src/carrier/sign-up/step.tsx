import { Button, Stack, Text } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import type { CarrierSignUp } from '#contract/app/sign-up.ts'
import { type SignUpStepName, signUpStepNames } from '#contract/carrier-profile.ts'
import { ApiError } from '../../kit/api.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { DocumentsSection } from '../documents/index.tsx'
import { useSignUp } from '../photos/use-sign-up.ts'
import { PayoutSection } from '../profile/payout.tsx'
import { TaxDataSection } from '../tax-data/index.tsx'
import { pathOf } from './step-rows.tsx'
import { VehicleStep } from './vehicle-step.tsx'
import { YouStep } from './you-step.tsx'
import '../../shared/app.css'
import '../carrier.css'

/** One step of the sign-up; all steps are at `/carrier/sign-up`. */
export function Step() {
  const { step: path } = useParams({ strict: false }) as { step?: string }
  const step = signUpStepNames.find((name) => pathOf(name) === path)
  return step ? <Known step={step} key={step} /> : <Navigate to="/carrier/sign-up" replace />
}

function Known({ step }: { step: SignUpStepName }) {
  const { t } = useTexts('steps')
  const { data: profile, error, refetch } = useProfile()
  const { data: signUp, error: stepsError, refetch: refetchSteps } = useSignUp()
  useEffect(() => {
    // In a block body: newer browsers return a promise here, which React would treat as the clean-up function.
    scrollTo(0, 0)
  }, [])
  const isNew = error instanceof ApiError && error.code === 'not_a_carrier'
  const failure = isNew ? stepsError : (error ?? stepsError)
  const again = () => void Promise.all([refetch(), refetchSteps()])
  return (
    <Shell title={t(`names.${step}`)} back="/carrier/sign-up">
      {signUp && (profile || isNew) ? (
        <Content step={step} signUp={signUp} profile={profile ?? null} />
      ) : failure ? (
        <CarrierFailed error={failure} onRetry={again} />
      ) : (
        <Loading rows={4} />
      )}
    </Shell>
  )
}

type ContentProps = { step: SignUpStepName; signUp: CarrierSignUp; profile: CarrierProfile | null }

function Content({ step, signUp, profile }: ContentProps) {
  if (step === 'you') return <YouStep signUp={signUp} />
  if (step === 'vehicle') return <VehicleStep signUp={signUp} profile={profile} />
  if (!profile) return <VehicleFirst />
  return (
    <WithWayBack step={step}>
      {step === 'documents' && <DocumentsSection />}
      {step === 'tax_data' && <TaxDataSection />}
      {step === 'payouts' && <PayoutSection profile={profile} />}
    </WithWayBack>
  )
}

/** These sections save by themselves. */
function WithWayBack({ step, children }: { step: SignUpStepName; children: ReactNode }) {
  const { t } = useTexts('steps')
  return (
    <Stack className="app-step" data-step={step}>
      {children}
      <Button variant="light" size="lg" component={Link} to="/carrier/sign-up">
        {t('back')}
      </Button>
    </Stack>
  )
}

function VehicleFirst() {
  const { t } = useTexts('steps')
  return (
    <Stack>
      <Text>{t('vehicleFirst')}</Text>
      <Button size="lg" component={Link} to="/carrier/sign-up/$step" params={{ step: 'vehicle' } as never}>
        {t('toVehicle')}
      </Button>
    </Stack>
  )
}
