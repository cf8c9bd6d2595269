import { Button, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { IconAlertTriangle } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { Section } from '../../shared/section.tsx'

const ProblemForm = lazy(() => import('./problem-form.tsx').then((file) => ({ default: file.ProblemForm })))

/** Button to report a problem, and the state of problems already reported. */
export function Problem({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const [isOpen, setOpen] = useState(false)
  const closeButton = useCloseButton()
  const close = () => setOpen(false)
  return (
    <>
      {job.problems.length > 0 && <Reports job={job} />}
      {job.may_report && (
        <Button
          variant="default"
          leftSection={<IconAlertTriangle size={20} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('live:problem.open')}
        </Button>
      )}
      <Modal closeButtonProps={closeButton} opened={isOpen} onClose={close} title={t('live:problem.title')}>
        <Suspense fallback={null}>
          <ProblemForm job={job} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}

function Reports({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  return (
    <Section title={t('live:problem.yours')}>
      <Stack component="ul" className="app-reports" role="list">
        {job.problems.map(({ problem_id, kind, text, status, reported_at }) => (
          <li key={problem_id}>
            <Text fw={600}>{t(`live:problem.kind.${kind}`)}</Text>
            <Text size="sm" c="dimmed">
              <time dateTime={reported_at}>{dayAndTime(reported_at)}</time>
            </Text>
            {text && <p className="app-text">{text}</p>}
            <Text mt={4}>{t(`live:problem.status.${status}`)}</Text>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
