import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CustomerJob } from '#contract/app/job.ts'
import { readTips, type Tip, type Tips } from '#contract/app/tips.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Section } from '../../shared/section.tsx'
import { useRefusalText } from '../pay/refusal.ts'
import { TipForm } from './tip-form.tsx'

/** A tip for the carrier after the delivery: what was given, and the form while more is possible. */
export function TipSection({ job }: { job: CustomerJob }) {
  const { t } = useTexts('tips')
  const { data } = useQuery({
    ...reading(readTips, { params: { job_id: job.job_id } }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? 2_000 : false),
  })
  if (!data || (!data.may_tip && data.tips.length === 0)) return null
  const isMade = data.tips.some(({ state }) => state === 'given' || state === 'pending')
  return (
    <Section title={t('title', { name: job.carrier?.name ?? t('name') })}>
      <Stack gap="sm">
        {shownTips(data.tips).map((tip) => (
          <GivenTip key={tip.payment_id} tip={tip} />
        ))}
        {data.may_tip && !isMade && (
          <>
            {data.until && <Text size="sm">{t('lead', { until: dayAndTime(data.until) })}</Text>}
            <TipForm job={job} tips={data} />
          </>
        )}
      </Stack>
    </Section>
  )
}

const isMoving = (tips: Tips | undefined): boolean =>
  tips?.tips.some(({ state }) => state === 'pending') ?? false

/** A refusal is shown until another attempt follows it. */
const shownTips = (tips: Tip[]): Tip[] =>
  tips.filter(({ state }, index) => state !== 'refused' || index === tips.length - 1)

function GivenTip({ tip }: { tip: Tip }) {
  const { t } = useTexts('tips')
  const refusalText = useRefusalText()
  const amount = money(tip.amount_cents)
  const { state, action_url } = tip
  return (
    <div role="status">
      {state === 'given' && <Text fw={600}>{t('given', { amount })}</Text>}
      {tip.refunded_cents > 0 && <Text>{t('refunded', { amount: money(tip.refunded_cents) })}</Text>}
      {state === 'pending' && <Text>{t('pending', { amount })}</Text>}
      {state === 'refused' && (
        <>
          <Text fw={600}>{t('refused', { amount })}</Text>
          <Text>{refusalText(tip.refusal)}</Text>
        </>
      )}
      {state === 'action_required' && action_url && (
        <Stack gap="xs">
          <Text>{t('toBank', { amount })}</Text>
          <Button component="a" href={action_url}>
            {t('goToBank')}
          </Button>
        </Stack>
      )}
    </div>
  )
}
