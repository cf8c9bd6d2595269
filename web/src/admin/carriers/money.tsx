import { useTranslation } from 'react-i18next'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { money } from '../../kit/money.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { Section } from '../../panel/section.tsx'

/** What the carrier earns: expected, owed and paid. */
export function Money({ earnings }: Pick<CarrierForStaff, 'earnings'>) {
  const { t } = useTranslation('people')
  const { expected_cents, owed_cents, parked_cents, paid_cents } = earnings
  const parked: Fact[] = parked_cents > 0 ? [[t('carriers.parked'), money(parked_cents)]] : []
  return (
    <Section title={t('carriers.money')}>
      <Facts
        facts={[
          [t('carriers.expected'), money(expected_cents)],
          [t('carriers.owed'), money(owed_cents)],
          ...parked,
          [t('carriers.paid'), money(paid_cents)],
        ]}
      />
    </Section>
  )
}
