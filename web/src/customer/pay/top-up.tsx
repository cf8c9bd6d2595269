import { Alert, Button, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type PaymentMethod, type TopUp, topUpWallet } from '#contract/app/payments.ts'
import { call } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { cardName } from './card-name.ts'
import { useRefusalText } from './refusal.ts'
import { forgetTopUp, saveTopUp, useSavedTopUp } from './saved-top-up.ts'

const [minCents, maxCents] = [500, 50_000]

type TopUpFormProps = { methods: PaymentMethod[]; missingCents: number; returnPath: string }

/** Tops up the wallet from a saved card. If the bank requires it, opens the bank's page and continues on return. */
export function TopUpForm({ methods, missingCents, returnPath }: TopUpFormProps) {
  const { t } = useTexts('app')
  const [euros, setEuros] = useState<number | string>(suggested(missingCents) / 100)
  const [methodId, setMethodId] = useState(methods[0]?.payment_method_id ?? '')
  const { topUp, begin } = useTopUp({ methodId, returnPath })
  const amountCents = Math.round(Number(euros) * 100)
  const isAllowed = amountCents >= minCents && amountCents <= maxCents
  const refusalText = useRefusalText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAllowed) begin.mutate(amountCents)
  }
  if (methods.length === 0) return <p className="app-text">{t('topUp.needsCard')}</p>
  return (
    <form onSubmit={submit} aria-label={t('topUp.title')}>
      <Stack gap="sm">
        <NumberInput
          label={t('topUp.amount')}
          description={isAllowed && t('topUp.help')}
          value={euros}
          onChange={setEuros}
          decimalScale={2}
          allowNegative={false}
          hideControls
          inputMode="decimal"
          error={!isAllowed && t('topUp.help')}
        />
        <NativeSelect
          label={t('topUp.card')}
          value={methodId}
          onChange={(event) => setMethodId(event.currentTarget.value)}
          data={methods.map((method) => ({
            value: method.payment_method_id,
            label: t('pay.card', cardName(method)),
          }))}
        />
        {topUp?.status === 'refused' && (
          <Alert color="red" role="alert" title={t('pay.refusedTitle')}>
            {refusalText(topUp.refusal)}
          </Alert>
        )}
        <Refused error={begin.error} />
        <Button type="submit" disabled={!isAllowed} loading={begin.isPending || topUp?.status === 'pending'}>
          {t('topUp.act', { amount: money(isAllowed ? amountCents : minCents) })}
        </Button>
      </Stack>
    </form>
  )
}

/** Suggested amount in cents: the missing amount in whole euros, within the limits of a top-up. */
const suggested = (missingCents: number): number =>
  Math.min(Math.max(Math.ceil(missingCents / 100) * 100, 2_000), maxCents)

function useTopUp({ methodId, returnPath }: { methodId: string; returnPath: string }) {
  const { t } = useTexts('app')
  const [answered, setAnswered] = useState<TopUp | null>(null)
  const settle = (topUp: TopUp) => {
    setAnswered(topUp)
    if (topUp.status === 'pending' || topUp.status === 'action_required') return
    forgetTopUp()
    void readAgain({ operationId: 'listPaymentMethods' }, { operationId: 'readWallet' })
    if (topUp.status === 'done') notify({ text: t('topUp.done', { amount: money(topUp.amount_cents) }) })
  }
  const saved = useSavedTopUp(answered, settle)
  const begin = useMutation({
    mutationFn: (amountCents: number) => {
      const paymentId = saved ?? crypto.randomUUID()
      saveTopUp(paymentId)
      const body = {
        payment_id: paymentId,
        amount_cents: amountCents,
        payment_method_id: methodId,
        return_path: returnPath,
      }
      return call(topUpWallet, { body })
    },
    onSuccess: (topUp) => {
      settle(topUp)
      if (topUp.status === 'action_required' && topUp.action_url) location.assign(topUp.action_url)
    },
  })
  return { topUp: answered, begin }
}
