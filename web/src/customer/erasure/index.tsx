import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type Me, readErasure, readMe } from '#contract/app/account.ts'
import { ApiError } from '../../kit/api.ts'
import { forgetSession } from '../../kit/end-session.ts'
import { reading } from '../../kit/query-client.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ReadFailed } from '../../shared/read-failed.tsx'
import { Blockers } from './blockers.tsx'
import { Confirm } from './confirm.tsx'
import { forgetOldRequest, wasSent } from './delete-account.ts'
import { Deleted } from './deleted.tsx'
import { WhatHappens } from './what-happens.tsx'
import '../../shared/app.css'
import '../customer.css'

/** Deletion of the account: what happens, what blocks it, the code, and the confirmation. */
export function DeleteAccount() {
  const [isDeleted, setDeleted] = useState(false)
  const end = () => {
    setDeleted(true)
    void forgetSession('delete')
  }
  return isDeleted ? <Deleted /> : <Asking onDeleted={end} />
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

function Asking({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useTexts('account')
  const { data: me, error, refetch } = useQuery(reading(readMe, {}))
  const isGone = isSignedOut(error) && wasSent()
  useEffect(() => {
    if (me) forgetOldRequest()
  }, [me])
  const end = useEffectEvent(onDeleted)
  useEffect(() => {
    if (isGone) end()
  }, [isGone])
  if (isGone) return <Deleted />
  return (
    <Shell title={t('erasure.title')} area="customer" back="/app/account">
      {error && (!me || isSignedOut(error)) ? (
        <ReadFailed error={error} onRetry={() => void refetch()} />
      ) : me ? (
        <Known me={me} onDeleted={onDeleted} />
      ) : (
        <Loading rows={3} />
      )}
    </Shell>
  )
}

function Known({ me, onDeleted }: { me: Me; onDeleted: () => void }) {
  const { t } = useTexts('account')
  // Blockers change often, so a cached response is always stale.
  const { data, error, refetch, isFetching } = useQuery({ ...reading(readErasure, {}), staleTime: 0 })
  const blockers = data?.blockers ?? []
  return (
    <Stack>
      <Text size="lg">{t('erasure.lead')}</Text>
      {blockers.length > 0 && (
        <Blockers blockers={blockers} me={me} isReading={isFetching} onReadAgain={() => void refetch()} />
      )}
      <WhatHappens me={me} />
      {error && !data && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {/* It has more texts than the page, which would be blank while they are downloaded. */}
      <Suspense fallback={<Loading rows={2} />}>
        {data && blockers.length === 0 && <Confirm me={me} onDeleted={onDeleted} />}
      </Suspense>
    </Stack>
  )
}
