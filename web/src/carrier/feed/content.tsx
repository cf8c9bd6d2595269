import { Button } from '@mantine/core'
import { ApiError } from '../../kit/api.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { ApprovalStatus } from '../profile/approval-status.tsx'
import { PayoutReminder, useLacksPayouts } from '../profile/payout.tsx'
import { activeFilters } from './choices.ts'
import { FilterBar } from './filters.tsx'
import { Listed } from './listed.tsx'
import { PlaceField } from './place-field.tsx'
import { useFeedSearch } from './search.ts'
import { feedKeyOf, type Pages, useFeed } from './use-feed.ts'

/** Jobs nearby that the carrier can accept, nearest first, updated live. */
export function FeedContent() {
  const { t } = useTexts('carrier')
  const { data: profile, error: profileError, refetch } = useProfile()
  const mayAccept = profile?.status === 'approved'
  const lacksPayouts = useLacksPayouts(profile)
  const { choices, around } = useFeedSearch()
  const feed = useFeed({ enabled: mayAccept })
  const { data, error } = feed
  const jobs = data?.pages.flatMap((page) => page.jobs)
  const failure = profile ? (error ?? null) : profileError
  const again = () => void Promise.all([refetch(), mayAccept && feed.refetch()])
  // While the profile is not read yet, such as offline, the stored jobs are shown.
  const mayShow = profile ? mayAccept : !isRefusal(failure)
  const isShown = jobs !== undefined && mayShow
  // They stay while jobs are read, so nothing moves then, and when that fails: they lead back to all jobs.
  const isChosen = around.kind !== 'base' || activeFilters(choices.filters).length > 0
  const hasSearch = mayShow && (isShown || isChosen || profile !== undefined || !failure)
  return (
    <>
      {profile && !mayAccept && <ApprovalStatus profile={profile} />}
      {hasSearch && (
        <>
          <PlaceField profile={profile} />
          <FilterBar hidden={hiddenOf(data?.pages)} hasMore={feed.hasNextPage} />
        </>
      )}
      {isShown && (
        <>
          {lacksPayouts && <PayoutReminder />}
          <Listed
            key={JSON.stringify(feedKeyOf({ choices, around }))}
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
    </>
  )
}

/** A list that was stored by an earlier version has no such count. */
const hiddenOf = (pages: Pages['pages'] = []): number => pages.reduce((sum, { hidden }) => sum + hidden, 0)

/** True if the server refused the request, so stored data must not be shown. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)
