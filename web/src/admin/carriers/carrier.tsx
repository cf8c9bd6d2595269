import '../person/person.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { approveCarrier, type CarrierForStaff, readCarrierForStaff } from '#contract/admin/carriers.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { Page } from '../../panel/page.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { AccountMark, CarrierMark } from '../person/marks.tsx'
import { Phone } from '../person/phone.tsx'
import { Ratings } from '../person/ratings.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { CarrierActs } from './carrier-acts.tsx'
import { Documents } from './documents.tsx'
import { Money } from './money.tsx'
import { NextWaiting } from './next-waiting.tsx'
import { NotDecided, type Refused } from './not-decided.tsx'
import { OpenJobs } from './open-jobs.tsx'
import { PayoutAccounts } from './payout-accounts.tsx'
import { Photos } from './photos.tsx'
import { Strikes } from './strikes.tsx'
import { Submitted } from './submitted.tsx'

/** One carrier: what was submitted and what happened since, with the decisions on it. */
export function Carrier() {
  const { t } = useTexts('people')
  const { accountId = '' } = useParams({ strict: false }) as { accountId?: string }
  const { data, error, refetch } = useQuery(
    reading(readCarrierForStaff, { params: { account_id: accountId } }),
  )
  if (data) return <OneCarrier key={accountId} carrier={data} />
  return (
    <Page title={t('carriers.one')}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

function OneCarrier({ carrier }: { carrier: CarrierForStaff }) {
  const { t } = useTexts('people')
  const me = useMe()
  const [refused, setRefused] = useState<Refused | null>(null)
  const isGoing = useIsPlanned(carrier.account_id)
  const [cameWaiting] = useState(carrier.status === 'pending')
  const isDecided = cameWaiting && (isGoing || carrier.status !== 'pending')
  const { name, rating, ratings } = carrier
  return (
    <div className={isGoing ? 'person-going' : undefined}>
      <Page
        title={name || t('erasedName')}
        lead={<Lead carrier={carrier} />}
        actions={
          mayCall(me, approveCarrier) && (
            <>
              <CarrierActs carrier={carrier} onRefused={setRefused} />
              {isDecided && <NextWaiting accountId={carrier.account_id} />}
            </>
          )
        }
      >
        <NotDecided refused={refused} carrier={carrier} onClose={() => setRefused(null)} />
        <div className="person-columns">
          <Submitted carrier={carrier} />
          <div>
            <Money carrier={carrier} />
            <PayoutAccounts accounts={carrier.payout_accounts} />
          </div>
        </div>
        <Photos carrier={carrier} />
        <Documents carrier={carrier} />
        <OpenJobs jobs={carrier.open_jobs} count={carrier.open_jobs_count} />
        <Strikes strikes={carrier.strikes} recent={carrier.strikes_30_days} />
        <Ratings
          title={t('carriers.ratings')}
          none={t('carriers.noRatings')}
          rating={rating}
          ratings={ratings}
        />
      </Page>
    </div>
  )
}

function Lead({ carrier }: { carrier: CarrierForStaff }) {
  const { t } = useTexts('people')
  const { status, status_changed_at, account_suspended_at, phone } = carrier
  return (
    <span className="person-marks">
      <CarrierMark status={status} />
      <span>{t('since', { when: day(status_changed_at) })}</span>
      <AccountMark suspendedAt={account_suspended_at} />
      <Phone phone={phone} />
    </span>
  )
}
