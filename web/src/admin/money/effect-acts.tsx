import {
  bookPayment,
  listEffects,
  type MoneyEffect,
  retryEffect,
  settleEffectOutside,
} from '#contract/admin/money/effects.ts'
import { listHolds } from '#contract/admin/money/holds.ts'
import { listLedgerRows } from '#contract/admin/money/ledger.ts'
import { readMoney } from '#contract/admin/money/overview.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import type { Nested } from '../../panel/subject-drawer.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { isSettleable, SettleOutside } from './settle-outside.tsx'

const changed = [listEffects, listHolds, listLedgerRows, readMoney, readToday]

/** Retries a call, compares its payment with the processor, and settles it if it was paid in another way. */
export function EffectActs({ effect, nested }: { effect: MoneyEffect; nested: Nested }) {
  const { t } = useTexts('money')
  const me = useMe()
  if (!mayCall(me, retryEffect)) return null
  const waits = effect.next_try_at !== null && effect.state !== 'due'
  const isByCard = effect.source === 'card'
  const isOutside = isSettleable(effect) && mayCall(me, settleEffectOutside)
  if (!waits && !isByCard && !isOutside) return null
  return (
    <div className="panel-acts">
      {waits && (
        <ActButton letter="r" isInDrawer onAct={() => nested.show('retry')}>
          {t('retry.act')}
        </ActButton>
      )}
      {isByCard && (
        <ActButton letter="b" isInDrawer onAct={() => nested.show('book')}>
          {t('book.act')}
        </ActButton>
      )}
      {isOutside && (
        <ActButton letter="o" isInDrawer onAct={() => nested.show('settle')}>
          {t('settle.open')}
        </ActButton>
      )}
      <Retry effect={effect} nested={nested} />
      <Book paymentId={effect.payment_id} nested={nested} />
      <SettleOutside
        effect={effect}
        isOpen={nested.open === 'settle'}
        onClose={nested.close}
        onDone={() => void readAgain(...changed)}
      />
    </div>
  )
}

const initial = { reason: '' }

function Retry({ effect, nested }: { effect: MoneyEffect; nested: Nested }) {
  const { t } = useTexts('money')
  return (
    <ActDialog
      isOpen={nested.open === 'retry'}
      onClose={nested.close}
      title={t('retry.title')}
      text={t(effect.kind === 'refund' ? 'retry.textOfRefund' : 'retry.text')}
      act={t('retry.act')}
      body={retryEffect.body}
      initial={initial}
      send={async (body) => {
        await call(retryEffect, { params: { effect_id: effect.effect_id }, body })
        notify({ text: t('retry.done') })
        void readAgain(...changed)
      }}
    />
  )
}

function Book({ paymentId, nested }: { paymentId: string; nested: Nested }) {
  const { t } = useTexts('money')
  return (
    <ActDialog
      isOpen={nested.open === 'book'}
      onClose={nested.close}
      title={t('book.title')}
      text={t('book.text')}
      act={t('book.act')}
      body={bookPayment.body}
      initial={initial}
      send={async (body) => {
        const answer = await call(bookPayment, { params: { payment_id: paymentId }, body })
        notify({ text: t(answer.changed ? 'book.changed' : 'book.same') })
        void readAgain(...changed)
      }}
    />
  )
}
