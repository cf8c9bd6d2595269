import { Button, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { Section } from '../../shared/section.tsx'
import { WishList } from '../../shared/time/wish-list.tsx'

const WishesForm = lazy(() => import('./wishes-form.tsx').then((file) => ({ default: file.WishesForm })))

/** When it suits the customer: optional, and closed until somebody opens it (decision 69). */
export function WishesSection({ job }: { job: CustomerJob }) {
  const { t } = useTexts('time')
  const closeButton = useCloseButton()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { wishes, time_zone } = job.time
  const hasWishes = wishes.length > 0
  return (
    <Section title={t('wishes.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(hasWishes ? 'wishes.some' : 'wishes.optional')}
        </Text>
        {hasWishes && <WishList label={t('wishes.list')} wishes={wishes} timeZone={time_zone} />}
        <Button variant="default" onClick={() => setOpen(true)}>
          {t(hasWishes ? 'wishes.change' : 'wishes.add')}
        </Button>
      </Stack>
      <Modal closeButtonProps={closeButton} opened={isOpen} onClose={close} title={t('wishes.dialog')}>
        <Suspense fallback={null}>
          <WishesForm job={job} onClose={close} />
        </Suspense>
      </Modal>
    </Section>
  )
}
