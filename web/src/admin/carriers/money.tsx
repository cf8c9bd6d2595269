import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { placeOf } from '../places.ts'

/** What the carrier earns: expected, owed and paid. */
export function Money({ carrier: { account_id, earnings } }: { carrier: CarrierForStaff }) {
  const { t } = useTexts('people')
  const { t: ofMoney } = useTexts('money')
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
      <p className="panel-links">
        <PanelLink className="dray-plain-link" to="/admin/money/payouts" search={{ carrier: account_id }}>
          {ofMoney('tabs.payouts')}
        </PanelLink>
        <PanelLink className="dray-plain-link" {...placeOf.wallet(account_id)}>
          {ofMoney('wallets.one')}
        </PanelLink>
        <PanelLink className="dray-plain-link" to="/admin/money/receipts" search={{ person: account_id }}>
          {ofMoney('tabs.receipts')}
        </PanelLink>
      </p>
    </Section>
  )
}
