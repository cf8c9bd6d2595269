import './partner.css'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Partner, readPartner, renamePartner } from '#contract/admin/partners.ts'
import { languageNames } from '../../kit/language.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime, fromNow } from '../../kit/when.ts'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { Page } from '../../panel/page.tsx'
import { Tabs } from '../../panel/tabs.tsx'
import { ErrorsByCause } from '../../partnership/activity/errors.tsx'
import { Funnel } from '../../partnership/activity/funnel.tsx'
import { Requests } from '../../partnership/activity/requests.tsx'
import { Usage } from '../../partnership/activity/usage.tsx'
import { PartnershipProvider } from '../../partnership/reads.ts'
import { placeOf } from '../places.ts'
import { mayCall, useMe } from '../session/me.ts'
import { KeysTab } from './keys/index.tsx'
import { PartnerActs } from './partner-acts.tsx'
import { PeopleTab } from './people-tab.tsx'
import { readsOf } from './reads-of.ts'
import { StatementTab } from './statement-tab.tsx'

/** One partner: its keys, its requests, the funnel of its jobs, and its statement. */
export function PartnerPage() {
  const { partnerId = '' } = useParams({ strict: false }) as { partnerId?: string }
  const { t } = useTexts('partners')
  const params = { partner_id: partnerId }
  const { data, error, refetch } = useQuery(reading(readPartner, { params }))
  if (data) return <OnePartner partner={data} />
  return (
    <Page title={t('title')}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} radius="md" />
      )}
    </Page>
  )
}

const tabs = ['keys', 'usage', 'requests', 'errors', 'funnel', 'statement', 'people'] as const

function OnePartner({ partner }: { partner: Partner }) {
  const { t } = useTexts('partners')
  const me = useMe()
  const [{ tab = 'keys' }] = useAddress()
  const { partner_id, company_name } = partner
  return (
    <Page
      key={partner_id}
      title={company_name}
      lead={<Summary partner={partner} />}
      actions={mayCall(me, renamePartner) && <PartnerActs partner={partner} />}
    >
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((name) => ({
          ...placeOf.partner(partner_id),
          text: t(`tabs.${name}`),
          search: { tab: name },
          isOpen: name === tab,
        }))}
      />
      <PartnershipProvider value={readsOf(partner_id)}>
        {tab === 'keys' && <KeysTab partner={partner} />}
        {tab === 'usage' && <Usage />}
        {tab === 'requests' && <Requests />}
        {tab === 'errors' && <ErrorsByCause />}
        {tab === 'funnel' && <Funnel />}
        {tab === 'statement' && <StatementTab partnerId={partner_id} />}
        {tab === 'people' && <PeopleTab partner={partner} />}
      </PartnershipProvider>
    </Page>
  )
}

/** Facts about the partner, in two lines below its name. */
function Summary({ partner }: { partner: Partner }) {
  const { t } = useTexts('partners')
  const { partner_id, suspended_at, sms_language, tariff, last_used_at, created_at } = partner
  const facts: [string, ReactNode][] = [
    [t('lastUsed'), last_used_at ? fromNow(last_used_at) : t('never')],
    [t('language'), sms_language ? languageNames[sms_language] : t('byPhone')],
    [
      t('tariff'),
      <PanelLink
        key="tariff"
        to="/admin/tariffs"
        className="dray-plain-link"
        search={tariff.is_own ? { partner: partner_id } : {}}
      >
        {t(tariff.is_own ? 'ownTariff' : 'generalTariff')}
      </PanelLink>,
    ],
    [t('added'), day(created_at)],
  ]
  return (
    <span className="partner-summary">
      {suspended_at && <Mark look="bad">{t('suspendedSince', { when: dayAndTime(suspended_at) })}</Mark>}
      {facts.map(([name, value]) => (
        <span key={name}>
          {name}: <b>{value}</b>
        </span>
      ))}
      <PanelLink to="/admin/audit" className="dray-plain-link" search={{ target: partner_id }}>
        {t('history')}
      </PanelLink>
    </span>
  )
}
