import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MoneyEffect } from '#contract/admin/money/effects.ts'
import { money } from '../../kit/money.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { placeOf } from '../places.ts'
import { EffectActs } from './effect-acts.tsx'
import { RowsLink } from './rows-link.tsx'
import { useNested } from './use-nested.ts'

type EffectDrawerProps = { effect: MoneyEffect | undefined; onClose: () => void }

/** One call to the processor: what became of it, where it leads, and what staff can do. */
export function EffectDrawer({ effect, onClose }: EffectDrawerProps) {
  const { t } = useTranslation('money')
  const dialog = useDialog()
  const nested = useNested()
  return (
    <Drawer
      opened={effect !== undefined}
      onClose={onClose}
      title={effect && `${t(`effects.kinds.${effect.kind}`)} · ${money(effect.amount_cents)}`}
      {...dialog}
      closeOnEscape={dialog.closeOnEscape && !nested.open}
    >
      {effect && (
        <>
          <p>{effect.by_hand ? t('effects.byHandText') : t(`effects.meaning.${effect.state}`)}</p>
          <EffectFacts effect={effect} />
          <Links effect={effect} />
          <EffectActs effect={effect} nested={nested} />
        </>
      )}
    </Drawer>
  )
}

function EffectFacts({ effect }: { effect: MoneyEffect }) {
  const { t } = useTranslation('money')
  const { state, attempts, last_error, next_try_at, created_at, settled_at, payment_id, processor } = effect
  const told: Fact[] = [
    ...(last_error ? ([[t('effects.lastError'), last_error]] satisfies Fact[]) : []),
    ...(next_try_at ? ([[t('effects.nextTry'), dayAndTime(next_try_at)]] satisfies Fact[]) : []),
    ...(settled_at ? ([[t('effects.settled'), dayAndTime(settled_at)]] satisfies Fact[]) : []),
  ]
  return (
    <Facts
      facts={[
        [t('state'), t(`effects.states.${state}`)],
        [t('effects.attempts'), attempts],
        ...told,
        [t('effects.queued'), dayAndTime(created_at)],
        [t('processor'), processor],
        [t('effects.payment'), <code key="payment">{payment_id}</code>],
      ]}
    />
  )
}

function Links({ effect: { job, carrier, payment_id } }: { effect: MoneyEffect }) {
  const { t } = useTranslation('money')
  return (
    <p className="money-links">
      {job && (
        <PanelLink className="dray-plain-link" {...placeOf.job(job.job_id)}>
          {t('openJob')}
        </PanelLink>
      )}
      {carrier && (
        <PanelLink className="dray-plain-link" {...placeOf.carrier(carrier.account_id)}>
          {t('openCarrier')}
        </PanelLink>
      )}
      <RowsLink search={{ payment: payment_id }} text={t('rows')} />
    </p>
  )
}
