import type { AccountForStaff } from '#contract/admin/accounts.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { placeOf } from '../places.ts'

/** What is in the wallet, and how many jobs are open. */
export function Wallet({ account: { account_id, wallet, open_jobs_count } }: { account: AccountForStaff }) {
  const { t } = useTexts('people')
  const { t: ofMoney } = useTexts('money')
  const { balance_cents, available_cents } = wallet
  return (
    <Section title={t('customers.now')}>
      <Facts
        facts={[
          [t('customers.openJobs'), open_jobs_count],
          [
            t('customers.wallet'),
            <span key="wallet" className="panel-pair">
              <PanelLink className="dray-plain-link" {...placeOf.wallet(account_id)}>
                {money(balance_cents)}
              </PanelLink>
              {available_cents < balance_cents && (
                <small>{t('customers.available', { amount: money(available_cents) })}</small>
              )}
            </span>,
          ],
        ]}
      />
      <p className="panel-links">
        <PanelLink className="dray-plain-link" to="/admin/money/receipts" search={{ person: account_id }}>
          {ofMoney('tabs.receipts')}
        </PanelLink>
      </p>
    </Section>
  )
}
