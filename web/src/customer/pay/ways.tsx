import { Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PaymentMethod } from '#contract/app/payments.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CardMark } from '../card/card-mark.tsx'
import { IconCreditCard, IconWallet } from '../icons.ts'
import { cardName, cardUntil } from './card-name.ts'

type WaysProps = {
  methods: PaymentMethod[]
  /** True if another card can be typed here. */
  hasNewCard: boolean
  /** Balance; null if the wallet cannot be used. */
  walletCents: number | null
  totalCents: number
  /** Id of a card, `wallet` or `newCard`. */
  value: string | null
  onChange: (value: string) => void
}

export const wallet = 'wallet'
export const newCard = 'new-card'

/** List of payment methods to choose from. */
export function Ways({ methods, hasNewCard, walletCents, totalCents, value, onChange }: WaysProps) {
  const { t } = useTexts(['app', 'card'])
  const inWallet = useInWallet()
  return (
    <Radio.Group value={value} onChange={onChange} label={t('pay.how')}>
      <Stack gap="sm" mt="xs">
        {methods.map((method) => (
          <Way
            key={method.payment_method_id}
            value={method.payment_method_id}
            icon={<CardMark brand={method.brand} />}
            name={t('pay.card', cardName(method))}
            more={t('pay.cardUntil', cardUntil(method))}
          />
        ))}
        {walletCents !== null && (
          <Way
            value={wallet}
            icon={<IconWallet aria-hidden />}
            name={t('pay.wallet')}
            more={inWallet(walletCents, totalCents)}
          />
        )}
        {hasNewCard && (
          <Way
            value={newCard}
            icon={<IconCreditCard aria-hidden />}
            name={t('card:another')}
            more={t('card:anotherHelp')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

function useInWallet() {
  const { t } = useTexts('app')
  return (walletCents: number, totalCents: number): string => {
    const balance = money(walletCents)
    if (walletCents >= totalCents) return t('pay.walletHas', { balance })
    if (walletCents === 0) return t('pay.walletEmpty')
    return t('pay.walletShort', { balance, missing: money(totalCents - walletCents) })
  }
}

type WayProps = { value: string; icon: ReactNode; name: string; more: string }

function Way({ value, icon, name, more }: WayProps) {
  return (
    <Radio.Card className="app-choice" value={value} aria-label={`${name}. ${more}`}>
      <Radio.Indicator />
      {icon}
      <span className="app-choice-words">
        <Text span display="block" fw={600}>
          {name}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          {more}
        </Text>
      </span>
    </Radio.Card>
  )
}
