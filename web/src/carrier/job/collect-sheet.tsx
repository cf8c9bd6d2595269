import { Button, Modal, Stack, Text } from '@mantine/core'
import { collectJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { useAct } from './use-act.ts'

type CollectSheetProps = { job: CarrierJob; opened: boolean; onClose: () => void }

/** Asks to confirm the collection: it cannot be undone, and afterwards the customer cannot cancel. */
export function CollectSheet({ job, opened, onClose }: CollectSheetProps) {
  const { t } = useTexts('carrier')
  const closeButton = useCloseButton()
  const { act, isSending } = useAct(job.job_id)
  const collect = () => {
    act(collectJob, { body: { tapped_at: new Date().toISOString() } }, t('job.collectedDone'))
    onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t('collect.title')} closeButtonProps={closeButton}>
      <Stack>
        <Text>{t('collect.text')}</Text>
        <Button size="lg" loading={isSending} onClick={collect}>
          {t('collect.act')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('collect.notYet')}
        </Button>
      </Stack>
    </Modal>
  )
}
