import { Stack } from '@mantine/core'
import { Failed, Loading } from '../../kit/states.tsx'
import { useSignUp } from '../photos/use-sign-up.ts'
import { NextStepButton } from './next-step.tsx'
import { StepRows } from './step-rows.tsx'

/** The steps of a carrier who waits for the approval: what is done, and what can be added meanwhile. */
export function PendingSteps() {
  const { data, error, refetch } = useSignUp()
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />
  return (
    <Stack>
      <StepRows signUp={data} isCarrier />
      <NextStepButton signUp={data} />
    </Stack>
  )
}
