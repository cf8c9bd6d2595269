import { Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { readMe } from '#contract/app/account.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import type { listPaymentMethods } from '#contract/app/payments.ts'
import type { Output } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CardForm, type CardFormHandle } from '../card/card-form.tsx'
import { Act } from './act.tsx'
import { AddCard } from './add-card.tsx'
import { useCancellationRule } from './cancellation-rule.ts'
import { useCardSetup } from './card-setup.ts'
import { NameField, useNameQuestion } from './name-field.tsx'
import { SandboxMark } from './sandbox-mark.tsx'
import { SetupStatus } from './setup-status.tsx'
import { TopUpForm } from './top-up.tsx'
import { usePay } from './use-pay.ts'
import { isRefusedCard, useWay } from './use-way.ts'
import { newCard, Ways, wallet } from './ways.tsx'

type ChoicesProps = { job: CustomerJob; me: Output<typeof readMe> } & Output<typeof listPaymentMethods>

/** How to pay: a saved card, the wallet, or a card that is typed here or comes from a wallet of the phone. */
export function Choices({ job, me, methods, wallet_cents, sandbox, card_form }: ChoicesProps) {
  const { t } = useTexts('app')
  const total = job.price.total_cents
  const name = useNameQuestion(me)
  const setup = useCardSetup(card_form.kind)
  const form = useRef<CardFormHandle>(null)
  // An empty wallet is offered only with a saved card, from which it can be topped up.
  const hasWallet = !job.test && (wallet_cents > 0 || methods.length > 0)
  const walletCents = hasWallet ? wallet_cents : null
  const hasForm = card_form.kind !== 'page'
  const [way, setWay] = useWay(job, { methods, walletCents, hasForm, saved: setup?.method ?? null })
  const pay = usePay(job, { name, form, onSaved: ({ methodId }) => setWay(methodId) })
  const isRefused = isRefusedCard(job, way)
  const isShort = way === wallet && (walletCents ?? 0) < total
  const isReady = way !== null && !isShort
  const returnPath = `/app/jobs/${job.job_id}`
  const jobId = job.test ? job.job_id : undefined
  const hasSavedWays = methods.length > 0 || walletCents !== null
  return (
    <Stack>
      {(sandbox || job.test) && <SandboxMark text={t('pay.sandbox')} />}
      {job.delivered_at ? <Text>{t('pay.owed')}</Text> : <HoldTerms job={job} />}
      <NameField {...name} />
      {hasSavedWays && (
        <Ways
          {...{ methods, walletCents }}
          hasNewCard={hasForm}
          totalCents={total}
          value={way}
          onChange={setWay}
        />
      )}
      {isShort && (
        <TopUpForm methods={methods} missingCents={total - (walletCents ?? 0)} returnPath={returnPath} />
      )}
      {way === newCard && (
        <CardForm
          ref={form}
          form={card_form}
          {...{ returnPath, jobId }}
          wallet={{
            total: money(total),
            mayOpen: () => pay.isPossible && name.isThere(),
            onConfirmed: pay.withNewCard,
          }}
          onEnter={() => void pay.from(newCard)}
        />
      )}
      {!pay.hasTried && !isRefused && <SetupStatus setup={setup} />}
      {!hasForm && <AddCard {...{ returnPath, jobId }} isFirst={methods.length === 0} />}
      <Act job={job} pay={pay} isRefused={isRefused} onPay={isReady ? () => void pay.from(way) : null} />
    </Stack>
  )
}

/** Explains the hold and the cancellation fees. */
function HoldTerms({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  return (
    <div>
      <Text>{t('pay.hold')}</Text>
      <Text size="sm" mt="xs">
        {useCancellationRule(job)}
      </Text>
    </div>
  )
}
