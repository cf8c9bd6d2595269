import { Alert, Button, Stack } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { LegalNote } from '../../kit/company-links.tsx'
import { money } from '../../kit/money.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useRefusalText } from './refusal.ts'
import type { Pay } from './use-pay.ts'

type ActProps = {
  job: CustomerJob
  pay: Pay
  /** True if the chosen card was refused. */
  isRefused: boolean
  /** Null if the chosen method cannot pay yet. */
  onPay: (() => void) | null
}

/** The pay button, and why it did not work. */
export function Act({ job, pay, isRefused, onPay }: ActProps) {
  const { t } = useTexts(['app', 'card'])
  const refusalText = useRefusalText()
  const total = money(job.price.total_cents)
  // The newer error replaces the older refusal, whose advice may contradict it.
  const showsRefusal = !pay.isBusy && !pay.error && isRefused
  return (
    <Stack gap="sm" className="app-sheet-act">
      <Refused error={showsRefusal} title={t('pay.refusedTitle')}>
        {refusalText(job.payment.refusal)}
      </Refused>
      <Refused error={pay.error} />
      {pay.isEarlier && <Alert role="status">{t('card:earlier')}</Alert>}
      {pay.isOver && <Alert color="red">{t('pay.expired')}</Alert>}
      {!pay.isOnline && <Alert color="orange">{t('pay.offline')}</Alert>}
      <Button
        size="lg"
        fullWidth
        disabled={!onPay || pay.isOver || !pay.isOnline}
        loading={pay.isBusy}
        onClick={() => onPay?.()}
      >
        {job.status === 'draft' ? t('pay.act', { total }) : t('pay.actAgain', { total })}
      </Button>
      <LegalNote act="pay" />
    </Stack>
  )
}
