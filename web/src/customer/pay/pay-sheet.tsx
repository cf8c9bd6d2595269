import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readMe } from '#contract/app/account.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { preloadCardForm } from '../card/card-form.tsx'
import { Choices } from './choices.tsx'
import { InProgress } from './in-progress.tsx'
import { methodsOf } from './methods-of.ts'
import { attemptInProgress } from './use-publish.ts'

type PaySheetProps = { job: CustomerJob; opened: boolean; onClose: () => void }

/** The last of the three screens: payment method, terms of the hold, and the pay button. */
export function PaySheet({ job, opened, onClose }: PaySheetProps) {
  const { t } = useTexts('app')
  const again = job.delivered_at ? t('pay.owedTitle') : t('pay.again')
  const [hasLeft, leaveBank] = useLeftBank(job)
  // Loads the screen that follows the payment, while the customer fills in the sheet.
  useEffect(() => void import('../job/live-job.tsx'), [])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={job.status === 'draft' ? t('pay.title') : again}
      size="auto"
      classNames={{ content: 'app-sheet' }}
      closeButtonProps={useCloseButton()}
    >
      {attemptInProgress(job) && !hasLeft ? (
        <InProgress job={job} onOther={leaveBank} />
      ) : (
        <Choosing job={job} />
      )}
    </Drawer>
  )
}

/** Loads what the sheet will show, and its card form, before it opens. */
export async function prepareSheet(job: CustomerJob): Promise<void> {
  void queryClient.prefetchQuery(reading(readMe, {}))
  const list = await queryClient.fetchQuery(methodsOf(job)).catch(() => null)
  if (list) preloadCardForm(list.card_form)
}

/**
 * True if the customer chooses another method although a payment waits for the bank's confirmation. A return with a new
 * card counts as that choice.
 */
function useLeftBank({ payment }: CustomerJob): [boolean, () => void] {
  const { card_setup } = useSearch({ strict: false })
  const [leftId, setLeftId] = useState(card_setup === undefined ? null : payment.payment_id)
  const hasLeft = payment.state === 'action_required' && payment.payment_id === leftId
  return [hasLeft, () => setLeftId(payment.payment_id)]
}

/** Waits for the account too: only then is it known whether the customer must be asked for a name. */
function Choosing({ job }: { job: CustomerJob }) {
  const methods = useQuery(methodsOf(job))
  const me = useQuery(reading(readMe, {}))
  if (methods.data && me.data) return <Choices job={job} me={me.data} {...methods.data} />
  const failed = [methods, me].find(({ error, data }) => error && !data)
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  return <Loading rows={2} />
}
