import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { PhoneNumber } from '../../panel/phone-number.tsx'
import { Section } from '../../panel/section.tsx'
import { placeOf } from '../places.ts'

/** Partner, customer and carrier, each with a link to their page. */
export function Parties({
  job: { partner, customer, customer_phone, carrier, carrier_phone, position_reported_at },
}: {
  job: JobForStaff
}) {
  const { t } = useTexts('jobs')
  // That it is shared, not where: only the customer sees that.
  const shared: Fact[] = position_reported_at
    ? [[t('job.position'), t('job.shared', { when: fromNow(position_reported_at) })]]
    : []
  return (
    <Section title={t('job.parties')}>
      <Facts
        facts={[
          [
            t('job.partner'),
            partner ? (
              <PanelLink key="partner" className="dray-plain-link" {...placeOf.partner(partner.partner_id)}>
                {partner.company_name}
              </PanelLink>
            ) : (
              t('ownApp')
            ),
          ],
          [
            t('job.customer'),
            <Person key="customer" place="customer" person={customer} phone={customer_phone} />,
          ],
          [t('job.carrier'), <Person key="carrier" place="carrier" person={carrier} phone={carrier_phone} />],
          ...shared,
        ]}
      />
    </Section>
  )
}

type PersonProps = { place: 'customer' | 'carrier'; person: JobForStaff['customer']; phone: string | null }

function Person({ place, person, phone }: PersonProps) {
  const { t } = useTexts('jobs')
  return (
    <span className="panel-pair">
      {person ? (
        <PanelLink className="dray-plain-link" {...placeOf[place](person.account_id)}>
          {person.name || person.account_id.slice(0, 8)}
        </PanelLink>
      ) : (
        t('nobody')
      )}
      {phone && (
        <small>
          <PhoneNumber phone={phone} />
        </small>
      )}
    </span>
  )
}
