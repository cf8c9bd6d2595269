import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CollectSheet } from './collect-sheet.tsx'
import { DeliverSheet } from './deliver-sheet.tsx'
import type { DeliveryInput } from './photo-field.tsx'

type MainActProps = {
  job: CarrierJob
  stage: 'accepted' | 'collected'
  deliveryInput: DeliveryInput
  onDeliveryInput: (deliveryInput: DeliveryInput) => void
}

/** Button of the next step. Both steps ask for a confirmation, because neither can be undone. */
export function MainAct({ job, stage, deliveryInput, onDeliveryInput }: MainActProps) {
  const { t } = useTexts('carrier')
  const [opened, setOpened] = useState<typeof stage | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Button size="lg" fullWidth onClick={() => setOpened(stage)}>
        {t(stage === 'accepted' ? 'job.collectedAct' : 'job.deliveredAct')}
      </Button>
      <CollectSheet job={job} opened={opened === 'accepted' && stage === 'accepted'} onClose={close} />
      <DeliverSheet
        job={job}
        deliveryInput={deliveryInput}
        onDeliveryInput={onDeliveryInput}
        opened={opened === 'collected' && stage === 'collected'}
        onClose={close}
      />
    </>
  )
}
