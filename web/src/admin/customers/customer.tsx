import '../person/person.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccountForStaff, readAccount, suspendAccount } from '#contract/admin/accounts.ts'
import { type ApiError } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Page } from '../../panel/page.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { AccountMark } from '../person/marks.tsx'
import { Phone } from '../person/phone.tsx'
import { Ratings } from '../person/ratings.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { AccountFacts } from './account-facts.tsx'
import { CustomerActs } from './customer-acts.tsx'
import { Jobs } from './jobs.tsx'
import { NotErased } from './not-erased.tsx'
import { Wallet } from './wallet.tsx'

/** One person as a customer, with what staff can do with the account. */
export function Customer() {
  const { t } = useTexts('people')
  const { accountId = '' } = useParams({ strict: false }) as { accountId?: string }
  const { data, error, refetch } = useQuery(reading(readAccount, { params: { account_id: accountId } }))
  if (data) return <OneCustomer key={accountId} account={data} />
  return (
    <Page title={t('customers.one')}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

function OneCustomer({ account }: { account: AccountForStaff }) {
  const { t } = useTexts('people')
  const me = useMe()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const { account_id, name, erased_at, rating, ratings, jobs } = account
  const isGoing = useIsPlanned(account_id)
  const mayAct = mayCall(me, suspendAccount) && !erased_at
  return (
    <div className={isGoing ? 'person-going' : undefined}>
      <Page
        title={name ?? (erased_at ? t('erasedName') : t('noName'))}
        lead={<Lead account={account} />}
        actions={mayAct && <CustomerActs account={account} onRefused={setRefusal} />}
      >
        <NotErased refusal={refusal} onClose={() => setRefusal(null)} />
        <div className="person-columns">
          <AccountFacts account={account} />
          <Wallet account={account} />
        </div>
        <Jobs jobs={jobs} />
        <Ratings
          title={t('customers.ratings')}
          none={t('customers.noRatings')}
          rating={rating}
          ratings={ratings}
        />
      </Page>
    </div>
  )
}

function Lead({ account: { phone, suspended_at, erased_at } }: { account: AccountForStaff }) {
  return (
    <span className="person-marks">
      <Phone phone={phone} />
      <AccountMark suspendedAt={suspended_at} erasedAt={erased_at} />
    </span>
  )
}
