import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CarrierSignUp, SignUpStep } from '#contract/app/sign-up.ts'
import type { StepState } from '#contract/carrier-profile.ts'
import { IconAlertCircle, IconCheck, IconChevronRight } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import './steps.css'

const isDone = (state: StepState): boolean => state === 'sent' || state === 'accepted' || state === 'done'

/** The first step that is not done: what the main button opens. */
export const nextStep = ({ steps }: CarrierSignUp): SignUpStep | null =>
  steps.find(({ state }) => !isDone(state)) ?? null

type StepRowsProps = {
  signUp: CarrierSignUp
  /** False before the vehicle is saved: the later steps need it. */
  isCarrier: boolean
}

/** All steps with their state, and how many are done. */
export function StepRows({ signUp, isCarrier }: StepRowsProps) {
  const { t } = useTexts('steps')
  const { steps, rule } = signUp
  const done = steps.filter(({ state }) => isDone(state)).length
  const progress = t('progress', { done, count: steps.length })
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} mb={6}>
          {progress}
        </Text>
        <progress className="carrier-progress" value={done} max={steps.length} aria-label={progress} />
      </div>
      <ol className="carrier-steps" aria-label={t('label')}>
        {steps.map((step, index) => (
          <StepRow
            key={step.step}
            step={step}
            number={index + 1}
            help={t(`helps.${helpOf(step.step, rule)}`)}
            isWaiting={!isCarrier && index > 1}
          />
        ))}
      </ol>
    </Stack>
  )
}

function helpOf(step: SignUpStep['step'], rule: CarrierSignUp['rule']) {
  if (rule !== 'off') return step
  return step === 'you' ? 'youName' : step === 'vehicle' ? 'vehicleOff' : step
}

type StepRowProps = { step: SignUpStep; number: number; help: string; isWaiting: boolean }

function StepRow({ step: { step, state, required, reason }, number, help, isWaiting }: StepRowProps) {
  const { t } = useTexts('steps')
  const stateText = isWaiting
    ? t('waits', { step: t('names.vehicle') })
    : state === 'to_do' && !required
      ? t('optional')
      : t(`states.${state}`)
  const words = (
    <>
      <span className="carrier-step-mark" data-state={state} aria-hidden>
        <Mark state={state} number={number} />
      </span>
      <span className="carrier-step-words">
        <Text span display="block" fw={600}>
          {t(`names.${step}`)}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          {help}
        </Text>
        {reason && (
          <Text span display="block" size="sm">
            {t('reason', { reason })}
          </Text>
        )}
        <span className="carrier-step-state" data-state={state}>
          {stateText}
        </span>
      </span>
    </>
  )
  return (
    <li>
      {isWaiting ? (
        <span className="carrier-step">{words}</span>
      ) : (
        <Link className="carrier-step" to="/carrier/sign-up/$step" params={{ step: pathOf(step) }}>
          {words}
          <IconChevronRight size={20} aria-hidden />
        </Link>
      )}
    </li>
  )
}

/** The part of the address that names a step, such as `tax-data`. */
export const pathOf = (step: SignUpStep['step']): string => step.replace('_', '-')

function Mark({ state, number }: { state: StepState; number: number }): ReactNode {
  if (isDone(state)) return <IconCheck size={18} />
  return state === 'to_do' ? number : <IconAlertCircle size={18} />
}
