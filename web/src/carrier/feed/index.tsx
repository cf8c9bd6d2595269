import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { ApprovalStatus } from '../profile/approval-status.tsx'
import { PayoutReminder } from '../profile/payout.tsx'
import { DayFilter } from './day-filter.tsx'
import { Listed } from './listed.tsx'
import { useFeed } from './use-feed.ts'

/** Jobs nearby that the carrier can accept, nearest first, updated live. */
export function Feed() {
  const { t } = useTexts('carrier')
  const { data: profile, error: profileError, refetch } = useProfile()
  const mayAccept = profile?.status === 'approved'
  const [day, setDay] = useState<string | null>(null)
  const feed = useFeed({ enabled: mayAccept, day })
  const { data, error } = feed
  const jobs = data?.pages.flatMap((page) => page.jobs)
  const failure = profile ? (error ?? null) : profileError
  const again = () => void Promise.all([refetch(), mayAccept && feed.refetch()])
  // While the profile is not read yet, such as offline, the stored jobs are shown.
  const mayShow = profile ? mayAccept : !isRefusal(failure)
  const isShown = jobs !== undefined && mayShow
  // It stays while the jobs of a day are read, and when that fails: the focus is on it, and it leads back to all days.
  const isFiltered = mayShow && (isShown || day !== null)
  return (
    <AreaShell title={t('title.feed')}>
      {profile && !mayAccept && <ApprovalStatus profile={profile} />}
      {isShown && profile && !profile.payouts_ready && <PayoutReminder />}
      {isFiltered && <DayFilter day={day} onDay={setDay} />}
      {isShown && (
        <>
          <Listed
            jobs={jobs}
            profile={profile}
            readAt={feed.dataUpdatedAt}
            isOld={failure !== null}
            hasMore={feed.hasNextPage}
          />
          {feed.hasNextPage && (
            <Button
              variant="default"
              fullWidth
              mt="md"
              loading={feed.isFetchingNextPage}
              onClick={() => void feed.fetchNextPage()}
            >
              {t('feed.more')}
            </Button>
          )}
        </>
      )}
      {!isShown && failure && <CarrierFailed error={failure} onRetry={again} />}
      {!isShown && !failure && (!profile || mayAccept) && <Loading rows={4} />}
    </AreaShell>
  )
}

/** True if the server refused the request, so stored data must not be shown. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)
