import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { giveTip, readTips, type Tips } from '#contract/app/tips.ts'
import { call } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { cardName } from '../pay/card-name.ts'
import '../../shared/choice.css'

type TipFormProps = { job: CustomerJob; tips: Tips }

const other = 'other'

/** Suggestions and an own amount, on the card that paid. Without a default: a tip is asked for, not taken. */
export function TipForm({ job, tips }: TipFormProps) {
  const { t } = useTexts('tips')
  const [choice, setChoice] = useState('')
  const [euros, setEuros] = useState<number | string>('')
  const give = useGiveTip(job, tips)
  const { min_cents: min, left_cents: max, card } = tips
  const cents = choice === other ? Math.round(Number(euros) * 100) : Number(choice)
  const isAllowed = cents >= min && cents <= max
  const range = t('range', { min: money(min), max: money(max) })
  if (!card) return <NoCard />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAllowed) give.mutate(cents)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group label={t('amount')} value={choice} onChange={setChoice}>
          <Group className="app-amounts" gap="xs" mt="xs" grow preventGrowOverflow={false}>
            {tips.suggested_cents.map((each) => (
              <Amount key={each} value={String(each)} name={money(each)} />
            ))}
            <Amount value={other} name={t('other')} />
          </Group>
        </Radio.Group>
        {choice === other && (
          <NumberInput
            label={t('otherLabel')}
            value={euros}
            onChange={setEuros}
            decimalScale={2}
            allowNegative={false}
            hideControls
            inputMode="decimal"
            {...(euros === '' || isAllowed ? { description: range } : { error: range })}
          />
        )}
        <Refused error={give.error} />
        <Button type="submit" disabled={!isAllowed} loading={give.isPending}>
          {isAllowed ? t('act', { amount: money(cents) }) : t('choose')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('card', cardName(card))}
        </Text>
      </Stack>
    </form>
  )
}

const Amount = ({ value, name }: { value: string; name: string }) => (
  <Radio.Card className="app-choice" value={value} aria-label={name}>
    <Text span fw={600} ta="center" className="app-choice-words">
      {name}
    </Text>
  </Radio.Card>
)

function NoCard() {
  const { t } = useTexts('tips')
  return (
    <Stack gap="xs">
      <Text>{t('noCard')}</Text>
      <Button component={Link} to="/app/account" variant="default">
        {t('toCards')}
      </Button>
    </Stack>
  )
}

/**
 * A repeated tap after a lost answer continues the same tip: it has the id of the amount that was tapped. Before
 * another amount is sent, the tips are read: the first may have been given.
 */
function useGiveTip({ job_id }: CustomerJob, { card }: Tips) {
  const { t } = useTexts('tips')
  const [attempt, setAttempt] = useState<{ cents: number; id: string } | null>(null)
  return useMutation({
    mutationFn: async (cents: number) => {
      if (attempt && attempt.cents !== cents) {
        const known = await call(readTips, { params: { job_id } })
        if (known.tips.some(({ payment_id }) => payment_id === attempt.id)) return known
      }
      const id = attempt?.cents === cents ? attempt.id : crypto.randomUUID()
      setAttempt({ cents, id })
      const body = { payment_id: id, amount_cents: cents, payment_method_id: card?.payment_method_id ?? '' }
      return call(giveTip, { params: { job_id }, body })
    },
    onError: () => void readAgain(readTips),
    onSuccess: (tips) => {
      queryClient.setQueryData(reading(readTips, { params: { job_id } }).queryKey, tips)
      void readAgain({ operationId: 'readMyJob' })
      const made = tips.tips.at(-1)
      // What was answered has its outcome: the next tap begins another.
      setAttempt(null)
      if (made?.state === 'given') notify({ text: t('thanks', { amount: money(made.amount_cents) }) })
      if (made?.state === 'action_required' && made.action_url) location.assign(made.action_url)
    },
  })
}
