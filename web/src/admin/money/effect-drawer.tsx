import type { MoneyEffect } from '#contract/admin/money/effects.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { Said } from '../said.tsx'
import { EffectActs } from './effect-acts.tsx'
import { SubjectLinks } from './subject-links.tsx'

type EffectDrawerProps = { effect: MoneyEffect | undefined; onClose: () => void }

/** One call to the processor: its result, its links, and what staff can do. */
export function EffectDrawer({ effect, onClose }: EffectDrawerProps) {
  const { t } = useTexts('money')
  return (
    <SubjectDrawer
      isOpen={effect !== undefined}
      onClose={onClose}
      title={effect && `${t(`effects.kinds.${effect.kind}`)} · ${money(effect.amount_cents)}`}
    >
      {(nested) =>
        effect && (
          <>
            <Meaning effect={effect} />
            <EffectFacts effect={effect} />
            <SubjectLinks
              jobId={effect.job?.job_id}
              carrierId={effect.carrier?.account_id}
              paymentId={effect.payment_id}
            />
            <EffectActs effect={effect} nested={nested} />
          </>
        )
      }
    </SubjectDrawer>
  )
}

function Meaning({ effect: { settled_by, by_hand, state } }: { effect: MoneyEffect }) {
  const { t } = useTexts('money')
  if (settled_by) return <p>{t('effects.settledText')}</p>
  return <p>{by_hand ? t('effects.byHandText') : t(`effects.meaning.${state}`)}</p>
}

function EffectFacts({ effect }: { effect: MoneyEffect }) {
  const { t } = useTexts('money')
  const { state, attempts, last_error, next_try_at, created_at, settled_at, settled_by } = effect
  const told: Fact[] = [
    ...(last_error
      ? ([[t('effects.lastError'), <Said key="error" text={last_error} />]] satisfies Fact[])
      : []),
    ...(next_try_at ? ([[t('effects.nextTry'), dayAndTime(next_try_at)]] satisfies Fact[]) : []),
    ...(settled_by ? ([[t('effects.settledBy'), settled_by]] satisfies Fact[]) : []),
    ...(settled_at ? ([[t('effects.settled'), dayAndTime(settled_at)]] satisfies Fact[]) : []),
  ]
  return (
    <Facts
      facts={[
        [t('state'), t(`effects.states.${state}`)],
        [t('effects.attempts'), attempts],
        ...told,
        [t('effects.queued'), dayAndTime(created_at)],
        [t('processor'), effect.processor],
        [t('effects.payment'), <code key="payment">{effect.payment_id}</code>],
      ]}
    />
  )
}
