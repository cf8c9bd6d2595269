import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { listPaymentMethods, readWallet } from '#contract/app/payments.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { readSetting } from '../../kit/settings.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { PartFailed } from '../../shared/part-failed.tsx'
import { Section } from '../../shared/section.tsx'
import { IconInfoCircle } from '../icons.ts'

const TopUpForm = lazy(() => import('../pay/top-up.tsx').then((file) => ({ default: file.TopUpForm })))

const kinds = ['top_up', 'hold', 'release', 'refund'] as const

/** Balance and entries of the wallet, and its top-up. */
export function WalletSection() {
  const { t } = useTexts('account')
  const { data, error, refetch } = useQuery(reading(readWallet, {}))
  return (
    <Section title={t('wallet')} anchor="wallet">
      <Stack gap="sm">
        {error && !data && <PartFailed error={error} onRetry={() => void refetch()} />}
        {data && <Balance balanceCents={data.balance_cents} availableCents={data.available_cents} />}
        {data?.entries.length === 0 && <Text c="dimmed">{t('noEntries')}</Text>}
        {data && data.entries.length > 0 && (
          <dl className="app-lines">
            {data.entries.map(({ at, kind, amount_cents, job_id }) => (
              <Entry
                key={`${at} ${kind} ${job_id} ${amount_cents}`}
                at={at}
                kind={kind}
                amountCents={amount_cents}
              />
            ))}
          </dl>
        )}
        <TopUp />
      </Stack>
    </Section>
  )
}

function TopUp() {
  const { t } = useTexts('app')
  const { data, error, refetch } = useQuery(reading(listPaymentMethods, {}))
  const [isOpen, setOpen] = useState(() => readSetting('top-up') !== null)
  if (isOpen && data)
    return (
      <Suspense fallback={null}>
        <TopUpForm methods={data.methods} missingCents={0} returnPath="/app/account" />
      </Suspense>
    )
  if (isOpen && error) return <PartFailed error={error} onRetry={() => void refetch()} />
  return (
    <Button variant="default" loading={isOpen} onClick={() => setOpen(true)}>
      {t('topUp.open')}
    </Button>
  )
}

/** The balance, and how much of it is available while a top-up is disputed. */
function Balance({ balanceCents, availableCents }: { balanceCents: number; availableCents: number }) {
  const { t } = useTexts('account')
  const frozenCents = balanceCents - availableCents
  return (
    <>
      <div>
        <Text fw={650} size="xl">
          {money(balanceCents)}
        </Text>
        {frozenCents > 0 && <Text>{t('walletAvailable', { amount: money(availableCents) })}</Text>}
      </div>
      {frozenCents > 0 && (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />}>
          {t('walletFrozen', { amount: money(frozenCents) })}
        </Alert>
      )}
    </>
  )
}

function Entry({ at, kind, amountCents }: { at: string; kind: string; amountCents: number }) {
  const { t } = useTexts(['account', 'app'])
  return (
    <>
      <dt>
        {t(`entry.${kinds.find((known) => known === kind) ?? 'other'}`)}
        <Text span display="block" size="sm" c="dimmed">
          {dayAndTime(at)}
        </Text>
      </dt>
      <dd>
        {amountCents > 0 ? '+' : ''}
        {money(amountCents)}
      </dd>
    </>
  )
}
