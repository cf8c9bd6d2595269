import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useImperativeHandle, useRef, useState } from 'react'
import { fillSandboxCard } from '#contract/app/payments.ts'
import { call } from '../../kit/api.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { CardFormProps } from './card-form.tsx'
import { CardMark } from './card-mark.tsx'
import type { Confirm } from './save-card.ts'
import { TestCards } from './test-cards.tsx'
import { TestWallet } from './test-wallet.tsx'
import {
  type CardFaults,
  cardBrand,
  cvcLength,
  digitsOf,
  emptyCard,
  expiryOf,
  faultsOf,
  shownExpiry,
  shownNumber,
  type TypedCard,
} from './typed-card.ts'
import { useSaveCard } from './use-save-card.ts'

/** The fields of the sandbox processor: test cards only. They are never stored on this device. */
export function TestFields({ form, returnPath, jobId, wallet, onEnter, ref }: CardFormProps) {
  const { t } = useTexts('card')
  const { save, problem } = useSaveCard({ kind: form.kind, returnPath, jobId })
  const fields = useFields()
  useImperativeHandle(ref, () => ({
    save: async () => (fields.check() ? save(filling(fields.card)) : null),
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEnter()
  }
  return (
    <Stack gap="sm">
      <TestWallet wallet={wallet} save={(card) => save(filling(card))} />
      <form onSubmit={submit} noValidate>
        <div className="app-card-fields">
          <TextInput
            {...fields.of('number')}
            label={t('number')}
            rightSection={<CardMark brand={cardBrand(digitsOf(fields.card.number))} />}
            rightSectionWidth={56}
          />
          <TextInput {...fields.of('expiry')} label={t('expiry')} placeholder={t('expiryHint')} />
          <TextInput {...fields.of('cvc')} label={t('cvc')} maxLength={4} />
        </div>
        {/* Without a button of this form, browsers submit no form of several fields on Enter. */}
        <input type="submit" hidden />
      </form>
      <Text size="sm" c="dimmed">
        {t('testOnly')}
      </Text>
      <Refused error={problem}>{problem}</Refused>
      <TestCards onUse={fields.fill} />
    </Stack>
  )
}

const filling =
  (card: TypedCard): Confirm =>
  async ({ setup_id }) => {
    const date = expiryOf(card.expiry)
    await call(fillSandboxCard, {
      params: { setup_id },
      body: {
        card_number: digitsOf(card.number),
        cvc: card.cvc,
        ...(date && { expires_month: date.month, expires_year: date.year }),
      },
    })
    return null
  }

const shownAs = { number: shownNumber, expiry: shownExpiry, cvc: digitsOf }

/** The typed card, and what is wrong with it once it was checked. */
function useFields() {
  const { t } = useTexts('card')
  const [card, setCard] = useState(emptyCard)
  const [faults, setFaults] = useState<CardFaults>({})
  const inputs = useRef<Partial<Record<keyof TypedCard, HTMLInputElement | null>>>({})
  const change = (field: keyof TypedCard, typed: HTMLInputElement) => {
    const isAtEnd = typed.selectionStart === typed.value.length && typed.value.length > card[field].length
    // Groups are added only at the end: in the middle they would move the cursor.
    setCard({ ...card, [field]: isAtEnd ? shownAs[field](typed.value) : typed.value })
    setFaults({ ...faults, [field]: undefined })
  }
  const check = (): boolean => {
    const found = faultsOf(card, new Date())
    setFaults(found)
    const first = (['number', 'expiry', 'cvc'] as const).find((field) => found[field])
    if (first) inputs.current[first]?.focus()
    return !first
  }
  const fill = (typed: TypedCard) => {
    setCard(typed)
    setFaults({})
  }
  const of = (field: keyof TypedCard) => {
    const fault = faults[field]
    return {
      ref: (input: HTMLInputElement | null) => void (inputs.current[field] = input),
      value: card[field],
      error: fault && t(`faults.${fault}`, { count: cvcLength(card.number) }),
      onChange: (event: { currentTarget: HTMLInputElement }) => change(field, event.currentTarget),
      onBlur: () => setCard((typed) => ({ ...typed, [field]: shownAs[field](typed[field]) })),
      inputMode: 'numeric' as const,
      autoComplete: 'off',
    }
  }
  return { card, check, fill, of }
}
