import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { StageMark } from '../../shared/job/stage.tsx'
import { IconCloudUpload } from '../icons.ts'
import { type Stage, useHasWaitingPhoto, type WaitingAct } from './waiting-acts.ts'

type NowProps = { jobId: string; stage: Stage; waiting: WaitingAct[]; isHeldBack: boolean }

/** The job's state and the last queued request of this device. Screen readers announce changes. */
export function Now({ jobId, stage, waiting, isHeldBack }: NowProps) {
  const { t } = useTexts('carrier')
  const hasPhoto = useHasWaitingPhoto(jobId)
  const last = waiting.at(-1)
  return (
    <div role="status">
      <Stack gap="xs" align="flex-start">
        <StageMark stage={stage} />
        <Text size="lg" data-state-heading tabIndex={-1}>
          {t(`job.now.${isHeldBack && stage === 'delivered' ? 'heldBack' : stage}`)}
        </Text>
        {last && (
          <p className="carrier-old app-with-icon">
            <IconCloudUpload size={20} aria-hidden />
            {t(`job.later.${last}`)} {hasPhoto && t('proof.photoWaits')}{' '}
            {waiting.includes('collectJob') && t('collect.untilSent')}
          </p>
        )}
      </Stack>
    </div>
  )
}
