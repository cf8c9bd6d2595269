import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { listPaymentMethods } from '#contract/app/payments.ts'
import { loadTexts } from '../../kit/language.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow, longDay, timeOfDay } from '../../kit/when.ts'
import { ItemSection } from '../../shared/job/item.tsx'
import { Photos } from '../../shared/job/photos.tsx'
import { IconClockHour4, IconFlask } from '../icons.ts'
import { SandboxMark } from '../pay/sandbox-mark.tsx'
import { usePaySheet } from '../pay/use-pay-sheet.ts'
import { Pins } from '../pins/pins.tsx'
import { PriceChanged } from '../price-changed.tsx'
import { Discard } from './discard.tsx'
import { NotesSection } from './notes.tsx'
import { PriceSection } from './price.tsx'
import { TripSection } from './trip.tsx'
import { WishesSection } from './wishes.tsx'

const loadPaySheet = () => import('../pay/pay-sheet.tsx')
const PaySheet = lazy(() => loadPaySheet().then((file) => ({ default: file.PaySheet })))

/** The whole draft on one page, to review and pay; only the notes can be changed (spec part 1, 2). */
export function Review({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const [isPaying, setPaying] = usePaySheet(job)
  usePreparedSheet(job)
  return (
    <Shell
      title={t('review.title')}
      back="/app"
      footer={<PayButton job={job} onPress={() => setPaying(true)} />}
    >
      <Stack>
        <Photos photos={job.photos} />
        <Origin job={job} />
        <ItemSection {...job} />
        <TripSection {...job}>
          <Pins job={job} />
        </TripSection>
        {!job.test && <PlayMoney />}
        <PriceChanged job={job} />
        <PriceSection {...job} />
        <WishesSection job={job} />
        <NotesSection job={job} />
        {job.company_name && (
          <Text size="sm" c="dimmed">
            {t('review.fixed', { company: job.company_name })}
          </Text>
        )}
        <Discard job={job} />
      </Stack>
      <Suspense fallback={null}>
        {isPaying !== null && <PaySheet job={job} opened={isPaying} onClose={() => setPaying(false)} />}
      </Suspense>
    </Shell>
  )
}

/** Loads what the sheet shows while the customer reads the review; nothing from the processor. */
function usePreparedSheet(job: CustomerJob): void {
  const prepare = useEffectEvent(() => {
    loadTexts('card')
    void loadPaySheet().then(({ prepareSheet }) => prepareSheet(job))
  })
  useEffect(() => prepare(), [])
}

function Origin({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const { company_name: company, expires_at } = job
  return (
    <Stack gap="xs">
      <Text>{company ? t('review.from', { company }) : t('review.own')}</Text>
      <Text size="sm" c="dimmed" className="app-with-icon">
        <IconClockHour4 size={18} aria-hidden />
        {t('review.until', {
          day: longDay(expires_at),
          time: timeOfDay(expires_at),
          left: fromNow(expires_at),
        })}
      </Text>
      {job.test && (
        <Alert color="orange" icon={<IconFlask aria-hidden />}>
          {t('review.test')}
        </Alert>
      )}
    </Stack>
  )
}

/** Marks the sandbox next to the price, before the payment sheet. A test job has a message for that instead. */
function PlayMoney() {
  const { t } = useTexts('app')
  const { data } = useQuery(reading(listPaymentMethods, {}))
  return data?.sandbox ? <SandboxMark text={t('pay.sandbox')} /> : null
}

function PayButton({ job, onPress }: { job: CustomerJob; onPress: () => void }) {
  const { t } = useTexts('app')
  const { state } = job.payment
  const words =
    state === 'action_required'
      ? t('review.confirmBank')
      : state === 'pending'
        ? t('review.paying')
        : t('review.pay', { total: money(job.price.total_cents) })
  return (
    <Button size="lg" fullWidth onClick={onPress}>
      {words}
    </Button>
  )
}
