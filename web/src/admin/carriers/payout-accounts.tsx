import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { Facts } from '../../panel/facts.tsx'
import { Section } from '../../panel/section.tsx'

/** Where the carrier is paid, one line for each processor. */
export function PayoutAccounts({ accounts }: { accounts: CarrierForStaff['payout_accounts'] }) {
  const { t } = useTexts('people')
  if (accounts.length === 0) return <Section title={t('carriers.payouts')} text={t('carriers.noPayouts')} />
  return (
    <Section title={t('carriers.payouts')}>
      <Facts
        facts={accounts.map(({ processor, ready, created_at }) => [
          processor,
          <span key={processor} className="panel-pair">
            {ready ? t('carriers.payoutReady') : t('carriers.payoutAsked')}
            <small>{t('since', { when: day(created_at) })}</small>
          </span>,
        ])}
      />
    </Section>
  )
}
