import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CarrierSignUp } from '#contract/app/sign-up.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { nextStep, pathOf } from './step-rows.tsx'

/** Opens the first step that is not done; nothing if all are. */
export function NextStepButton({ signUp }: { signUp: CarrierSignUp }) {
  const { t } = useTexts('steps')
  const next = nextStep(signUp)
  if (!next) return null
  return (
    <Button
      size="lg"
      fullWidth
      component={Link}
      to="/carrier/sign-up/$step"
      params={{ step: pathOf(next.step) } as never}
    >
      {t('next', { step: t(`names.${next.step}`) })}
    </Button>
  )
}
