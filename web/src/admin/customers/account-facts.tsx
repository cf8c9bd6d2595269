import type { AccountForStaff } from '#contract/admin/accounts.ts'
import { languageNames } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { CarrierMark } from '../person/marks.tsx'

/** The account: language, devices, suspension. */
export function AccountFacts({ account }: { account: AccountForStaff }) {
  const { t } = useTexts('people')
  const { account_id, language, sessions, created_at } = account
  return (
    <Section title={t('customers.account')}>
      <Facts
        facts={[
          [t('language'), languageNames[language]],
          [t('customers.firstSignIn'), day(created_at)],
          [
            t('customers.devices'),
            sessions === 0 ? t('customers.noDevices') : t('customers.devices_count', { count: sessions }),
          ],
          [t('customers.terms'), <Terms key="terms" accepted={account.accepted_terms} />],
          ...useCarrierFacts(account),
          ...useEndFacts(account),
        ]}
      />
      <p className="panel-links">
        <PanelLink className="dray-plain-link" to="/admin/audit" search={{ target: account_id }}>
          {t('history')}
        </PanelLink>
      </p>
    </Section>
  )
}

/** Each version of the terms with its instant: the proof in a dispute. */
function Terms({ accepted }: { accepted: AccountForStaff['accepted_terms'] }) {
  const { t } = useTexts('people')
  if (accepted.length === 0) return t('customers.noTerms')
  return accepted.map(({ version, accepted_at }) => (
    <span key={version} className="person-terms">
      {t('customers.termsOf', { version, when: dayAndTime(accepted_at) })}
    </span>
  ))
}

function useCarrierFacts({ account_id, carrier_status }: AccountForStaff): Fact[] {
  const { t } = useTexts('people')
  if (carrier_status === null) return []
  const link = (
    <PanelLink className="dray-plain-link" to={`/admin/carriers/${account_id}`}>
      {t('customers.asCarrier')}
    </PanelLink>
  )
  return [
    [
      t('customers.carrier'),
      <span key="carrier" className="person-marks">
        <CarrierMark status={carrier_status} />
        {link}
      </span>,
    ],
  ]
}

/** Since when the account is suspended or deleted. */
function useEndFacts({ suspended_at, suspended_reason, erased_at }: AccountForStaff): Fact[] {
  const { t } = useTexts('people')
  return [
    ...(suspended_at ? [[t('customers.suspendedSince'), day(suspended_at)] as Fact] : []),
    ...(suspended_reason ? [[t('customers.suspendedWhy'), suspended_reason] as Fact] : []),
    ...(erased_at ? [[t('customers.erasedSince'), day(erased_at)] as Fact] : []),
  ]
}
