import { Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { cancelMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { ApiError } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { dayAndTime, timeOfDay } from '../../kit/when.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { toNewState } from '../../shared/new-state.ts'
import { useSheetAct } from '../../shared/use-sheet-act.ts'
import { useCancellationRule } from '../pay/cancellation-rule.ts'
import { rememberJob } from '../remember-job.ts'

/** Cancels the job. Shows the fee first (DESIGN 3, Life); the server refuses if the fee has changed since. */
export function Cancel({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const [isOpen, setOpen] = useState(false)
  const closeButton = useCloseButton()
  const { allowed, refusal } = job.cancellation
  if (!allowed && refusal === 'collected') return <Text c="dimmed">{t('cancel.collected')}</Text>
  if (!allowed && refusal === 'payment_under_way') return <Text c="dimmed">{t('cancel.under_way')}</Text>
  if (!allowed) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('cancel.open')}
      </Button>
      <Modal
        closeButtonProps={closeButton}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('cancel.title')}
      >
        <Terms job={job} onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function Terms({ job, onClose }: { job: CustomerJob; onClose: () => void }) {
  const { t } = useTexts('app')
  const { fee_cents, free_until, collect_by } = job.cancellation
  const { cancel, isPending, error } = useCancel(job, onClose)
  useRefreshAt(free_until)
  useRefreshAt(collect_by)
  const rule = useCancellationRule(job)
  const whyFree = useWhyFree(job)
  const [fee, total] = [money(fee_cents), money(job.price.total_cents)]
  return (
    <Stack>
      <Refused error={error}>{error}</Refused>
      <div role="status">
        {fee_cents === 0 ? (
          <>
            <Text fw={650}>{t('cancel.free')}</Text>
            {whyFree && <Text mt="xs">{whyFree}</Text>}
          </>
        ) : (
          <>
            <Text fw={650} size="lg">
              {t('cancel.fee', { fee })}
            </Text>
            <Text mt="xs">{t('cancel.feeWhy', { fee, total })}</Text>
          </>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {rule}
      </Text>
      <Button color="red.8" autoContrast={false} loading={isPending} onClick={cancel}>
        {fee_cents === 0 ? t('cancel.act') : t('cancel.actFee', { fee })}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('cancel.keep')}
      </Button>
    </Stack>
  )
}

function useCancel({ job_id, cancellation }: CustomerJob, onClose: () => void) {
  const { t } = useTexts('app')
  const { follow, isPending, error } = useSheetAct(onClose, t('cancel.later'))
  const cancel = () => {
    const body = { fee_cents: cancellation.fee_cents }
    follow(sendReliably(cancelMyJob, { params: { job_id }, body }, job_id), {
      onDone: (job) => {
        onClose()
        rememberJob(job)
        toNewState()
      },
      onRefused: async (why) => {
        await readAgain({ operationId: 'readMyJob' })
        const hasChanged = why instanceof ApiError && why.code === 'cancellation_changed'
        return hasChanged ? t('cancel.changed') : null
      },
    })
  }
  return { cancel, isPending, error }
}

/** Until when cancelling is free, or why it is still free after that; null if there is nothing to explain. */
function useWhyFree({ cancellation: { free_until, free_because, collect_by } }: CustomerJob): string | null {
  const { t } = useTexts('app')
  if (free_until) return t('cancel.freeUntil', { time: timeOfDay(free_until) })
  if (!free_because || free_because === 'not_accepted' || free_because === 'just_accepted') return null
  return t(`cancel.freeBecause.${free_because}`, { when: collect_by ? dayAndTime(collect_by) : '' })
}

/** Refreshes the job at an instant from which other cancellation terms apply. */
function useRefreshAt(instant: string | null): void {
  const refresh = useEffectEvent(() => void readAgain({ operationId: 'readMyJob' }))
  useEffect(() => {
    const waitMs = instant ? Date.parse(instant) - Date.now() : 0
    // Browsers fire a timer of more than 24 days at once.
    if (waitMs <= 0 || waitMs > longestTimerMs) return undefined
    const timer = setTimeout(refresh, waitMs + 500)
    return () => clearTimeout(timer)
  }, [instant])
}

const longestTimerMs = 2_147_000_000
