import { Stack, Text, UnstyledButton } from '@mantine/core'
import { testCards } from '#contract/app/test-cards.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CardMark } from './card-mark.tsx'
import { cvcLength, shownNumber, type TypedCard } from './typed-card.ts'

/** The test cards, each with what it does; a tap fills it in. */
export function TestCards({ onUse }: { onUse: (card: TypedCard) => void }) {
  const { t } = useTexts('card')
  return (
    <details className="app-card-tests">
      <summary>{t('testCards')}</summary>
      <Stack gap={4}>
        {testCards.map(({ number, brand, does }) => (
          <UnstyledButton key={number} className="app-choice" onClick={() => onUse(typedCard(number))}>
            <CardMark brand={brand} />
            <span className="app-choice-words">
              <Text span display="block" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {shownNumber(number)}
              </Text>
              <Text span display="block" size="sm" c="dimmed">
                {t(`does.${does}`)}
              </Text>
            </span>
          </UnstyledButton>
        ))}
      </Stack>
    </details>
  )
}

/** A test card, whole. It expires in three years, like the cards that the sandbox makes. */
export const typedCard = (number: string): TypedCard => ({
  number: shownNumber(number),
  expiry: `12/${String(new Date().getFullYear() + 3).slice(-2)}`,
  cvc: '1234'.slice(0, cvcLength(number)),
})
