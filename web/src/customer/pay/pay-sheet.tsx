import { Alert, Button, Drawer, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { readMe } from '#contract/app/account.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { listPaymentMethods } from '#contract/app/payments.ts'
import type { Output } from '../../kit/api.ts'
import { LegalNote } from '../../kit/company-links.tsx'
import { money } from '../../kit/money.ts'
import { useOnline } from '../../kit/online.ts'
import { reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { useSecondsLeft } from '../sign-in/use-seconds-left.ts'
import { AddCard } from './add-card.tsx'
import { readAttempt } from './attempt.ts'
import { useCancellationRule } from './cancellation-rule.ts'
import { useCardSetup } from './card-setup.ts'
import { InProgress } from './in-progress.tsx'
import { NameField, type NameQuestion, useNameQuestion } from './name-field.tsx'
import { useRefusalText } from './refusal.ts'
import { SandboxMark } from './sandbox-mark.tsx'
import { TopUpForm } from './top-up.tsx'
import { attemptInProgress, usePublish } from './use-publish.ts'
import { Ways, wallet } from './ways.tsx'

type PaySheetProps = { job: CustomerJob; opened: boolean; onClose: () => void }

/** The last of the three screens: payment method, terms of the hold, and the pay button. */
export function PaySheet({ job, opened, onClose }: PaySheetProps) {
  const { t } = useTexts('app')
  const again = job.delivered_at ? t('pay.owedTitle') : t('pay.again')
  const [hasLeft, leaveBank] = useLeftBank(job)
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
  const methods = useQuery(reading(listPaymentMethods, {}))
  const me = useQuery(reading(readMe, {}))
  if (methods.data && me.data) return <Choices job={job} me={me.data} {...methods.data} />
  const failed = [methods, me].find(({ error, data }) => error && !data)
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  return <Loading rows={2} />
}

function Choices({
  job,
  me,
  methods,
  wallet_cents,
  sandbox,
}: { job: CustomerJob; me: Output<typeof readMe> } & Output<typeof listPaymentMethods>) {
  const { t } = useTexts('app')
  const total = job.price.total_cents
  const name = useNameQuestion(me)
  // An empty wallet is offered only with a saved card, from which it can be topped up.
  const hasWallet = !job.test && (wallet_cents > 0 || methods.length > 0)
  const walletCents = hasWallet ? wallet_cents : null
  const [way, setWay] = useWay(job, { methods, walletCents })
  const isShort = way === wallet && (walletCents ?? 0) < total
  const returnPath = `/app/jobs/${job.job_id}`
  const isTest = sandbox || job.test
  return (
    <Stack>
      {isTest && <SandboxMark text={t('pay.sandbox')} />}
      {job.delivered_at ? <Text>{t('pay.owed')}</Text> : <HoldTerms job={job} />}
      <NameField {...name} />
      {(methods.length > 0 || walletCents !== null) && (
        <Ways {...{ methods, walletCents }} totalCents={total} value={way} onChange={setWay} />
      )}
      {isShort && (
        <TopUpForm methods={methods} missingCents={total - (walletCents ?? 0)} returnPath={returnPath} />
      )}
      <AddCard returnPath={returnPath} isFirst={methods.length === 0} isTest={isTest} />
      <Act job={job} way={way} isReady={way !== null && !isShort} name={name} />
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

type Purse = { methods: Output<typeof listPaymentMethods>['methods']; walletCents: number | null }

/**
 * The chosen payment method. Until the user chooses: the card just saved, the card tried last, the newest card, or a
 * wallet with enough money.
 */
function useWay(job: CustomerJob, { methods, walletCents }: Purse): [string | null, (way: string) => void] {
  const setup = useCardSetup()
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = methods.map((method) => method.payment_method_id)
  const likely = [
    chosen,
    setup?.method?.payment_method_id,
    readAttempt(job.job_id)?.methodId,
    job.payment.payment_method_id,
    ids[0],
  ]
  const card = likely.find((id) => id === wallet || (id && ids.includes(id)))
  const isEnough = walletCents !== null && walletCents >= job.price.total_cents
  return [card ?? (isEnough ? wallet : null), setChosen]
}

/**
 * True if the chosen card is the refused one: for another method the message would be wrong. A wallet with too little
 * needs no message: what is available, and the top-up, are shown with it.
 */
function isRefused({ payment }: CustomerJob, way: string | null): boolean {
  if (payment.state !== 'refused' || payment.source === 'wallet') return false
  return way === null || way === payment.payment_method_id
}

type ActProps = { job: CustomerJob; way: string | null; isReady: boolean; name: NameQuestion }

function Act({ job, way, isReady, name }: ActProps) {
  const { t } = useTexts('app')
  const refusalText = useRefusalText()
  const online = useOnline()
  const secondsLeft = useSecondsLeft(Date.parse(job.expires_at))
  const isOver = job.status === 'draft' && secondsLeft === 0
  const pay = usePublish(job)
  const total = money(job.price.total_cents)
  const act = async () => {
    if (!(await name.save())) return
    const chosen =
      way === wallet
        ? { source: 'wallet' as const, methodId: null }
        : { source: 'card' as const, methodId: way }
    pay.mutate(chosen)
  }
  // The newer error replaces the older refusal, whose advice may contradict it.
  const showsRefusal = !pay.isPending && !pay.error && isRefused(job, way)
  return (
    <Stack gap="sm" className="app-sheet-act">
      <Refused error={showsRefusal} title={t('pay.refusedTitle')}>
        {refusalText(job.payment.refusal)}
      </Refused>
      <Refused error={pay.error} />
      {isOver && <Alert color="red">{t('pay.expired')}</Alert>}
      {!online && <Alert color="orange">{t('pay.offline')}</Alert>}
      <Button
        size="lg"
        fullWidth
        disabled={!isReady || isOver || !online}
        loading={pay.isPending}
        onClick={() => void act()}
      >
        {job.status === 'draft' ? t('pay.act', { total }) : t('pay.actAgain', { total })}
      </Button>
      <LegalNote act="pay" />
    </Stack>
  )
}
