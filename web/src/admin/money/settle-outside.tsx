import { NativeSelect, TextInput } from '@mantine/core'
import {
  type MoneyEffect,
  type PaidThrough,
  paidThrough,
  settleEffectOutside,
} from '#contract/admin/money/effects.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { centsOf } from '../job/cents-of.ts'

type SettleOutsideProps = { effect: MoneyEffect; isOpen: boolean; onClose: () => void; onDone: () => void }

/** Whether people can have paid the call in another way; the server knows whether it may still succeed. */
export function isSettleable({ kind, state }: MoneyEffect): boolean {
  if (kind === 'capture' || kind === 'authorize') return state === 'refused'
  const isMove = kind === 'refund' || kind === 'transfer'
  return isMove && ['failing', 'refused', 'waits_for_account', 'waits_for_processor'].includes(state)
}

/** Books what was paid in another way, and ends the call. */
export function SettleOutside({ effect, isOpen, onClose, onDone }: SettleOutsideProps) {
  const { t } = useTexts('money')
  const isMove = effect.kind === 'refund' || effect.kind === 'transfer'
  const initial = { paid_through: 'outside' as PaidThrough, amount: '', reference: '', reason: '' }
  return (
    <ActDialog
      {...{ isOpen, onClose, initial }}
      title={t('settle.title')}
      text={t(isMove ? 'settle.text' : 'settle.textOfCapture')}
      act={t('settle.act')}
      body={settleEffectOutside.body}
      faultsOf={({ amount }) => (centsOf(amount) === null ? { amount: t('settle.amountOdd') } : {})}
      send={async ({ amount, ...rest }) => {
        const body = { ...rest, amount_cents: centsOf(amount) ?? 0 }
        await call(settleEffectOutside, { params: { effect_id: effect.effect_id }, body })
        notify({ text: t('settle.done') })
        onDone()
      }}
      renderFields={(form) => (
        <>
          {isMove && (
            <NativeSelect
              data-autofocus
              label={t('settle.through')}
              data={paidThrough.map((value) => ({ value, label: t(`settle.ways.${value}`) }))}
              {...form.getInputProps('paid_through')}
            />
          )}
          <TextInput
            {...(!isMove && { 'data-autofocus': true })}
            label={t('settle.amount')}
            description={t('settle.amountHelp')}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('amount')}
          />
          <TextInput
            label={t('settle.reference')}
            description={t('settle.referenceHelp')}
            autoComplete="off"
            maxLength={64}
            {...form.getInputProps('reference')}
          />
        </>
      )}
    />
  )
}
