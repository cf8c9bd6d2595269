import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { useProfileFacts } from './profile.ts'

/** The profile as the carrier saved it, and what the carrier was told about it. */
export function Submitted({ carrier }: { carrier: CarrierForStaff }) {
  const { t } = useTexts('people')
  const facts = useProfileFacts()(carrier)
  const { account_id, updated_at, created_at, status_reason } = carrier
  const told: Fact[] = status_reason ? [[t('carriers.told'), status_reason]] : []
  return (
    <Section title={t('carriers.submitted')}>
      <Facts
        facts={[
          ...facts,
          [t('carriers.saved'), day(updated_at)],
          [t('carriers.signedUp'), day(created_at)],
          ...told,
        ]}
      />
      <p className="panel-links">
        <PanelLink className="dray-plain-link" to={`/admin/customers/${account_id}`}>
          {t('carriers.asCustomer')}
        </PanelLink>
        <PanelLink className="dray-plain-link" to="/admin/audit" search={{ target: account_id }}>
          {t('history')}
        </PanelLink>
      </p>
    </Section>
  )
}
