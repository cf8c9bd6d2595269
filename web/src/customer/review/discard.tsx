import { Button, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { discardDraft, listMyJobs, readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { ApiError, call } from '../../kit/api.ts'
import { IconTrash } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'

/** Deletes the draft, after a question; not while it is being paid (decision 76). */
export function Discard({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const [isOpen, setOpen] = useState(false)
  const closeButton = useCloseButton()
  const { state } = job.payment
  if (state !== 'none' && state !== 'refused') return null
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('review.discard.open')}
      </Button>
      <Modal
        closeButtonProps={closeButton}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('review.discard.title')}
      >
        <Question job={job} onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function Question({
  job: { job_id, company_name: company },
  onClose,
}: {
  job: CustomerJob
  onClose: () => void
}) {
  const { t } = useTexts('app')
  const discard = useDiscard(job_id)
  return (
    <Stack>
      <Refused error={discard.error} />
      <Text>{company ? t('review.discard.from', { company }) : t('review.discard.own')}</Text>
      <Button color="red.8" autoContrast={false} loading={discard.isPending} onClick={() => discard.mutate()}>
        {t('review.discard.act')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('review.discard.keep')}
      </Button>
    </Stack>
  )
}

function useDiscard(job_id: string) {
  const { t } = useTexts('app')
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      try {
        await call(discardDraft, { params: { job_id } })
      } catch (error) {
        // Deleted already: the answer to an earlier tap was lost.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: async () => {
      await navigate({ to: '/app', replace: true })
      queryClient.removeQueries({ queryKey: reading(readMyJob, { params: { job_id } }).queryKey })
      notify({ text: t('review.discard.done') })
      await readAgain(listMyJobs)
    },
  })
}
