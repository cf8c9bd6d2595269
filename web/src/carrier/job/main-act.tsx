import { Button } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CollectSheet } from './collect-sheet.tsx'
import { DeliverSheet } from './deliver-sheet.tsx'
import type { StepInput } from './step-input.ts'

export type OpenStep = 'accepted' | 'collected'

type MainActProps = {
  job: CarrierJob
  stage: OpenStep
  /** The sheet that is open. */
  opened: OpenStep | null
  onOpened: (opened: OpenStep | null) => void
  /** What was entered for each step. */
  inputs: Record<OpenStep, StepInput>
  onInput: (step: OpenStep, change: (input: StepInput) => StepInput) => void
}

/** Button of the next step. Both steps ask for a confirmation, because neither can be undone. */
export function MainAct({ job, stage, opened, onOpened, inputs, onInput }: MainActProps) {
  const { t } = useTexts('carrier')
  const close = () => onOpened(null)
  return (
    <>
      <Button size="lg" fullWidth onClick={() => onOpened(stage)}>
        {t(stage === 'accepted' ? 'job.collectedAct' : 'job.deliveredAct')}
      </Button>
      <CollectSheet
        job={job}
        input={inputs.accepted}
        onInput={(change) => onInput('accepted', change)}
        opened={opened === 'accepted' && stage === 'accepted'}
        onClose={close}
      />
      <DeliverSheet
        job={job}
        input={inputs.collected}
        onInput={(change) => onInput('collected', change)}
        opened={opened === 'collected' && stage === 'collected'}
        onClose={close}
      />
    </>
  )
}
