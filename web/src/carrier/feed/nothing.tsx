import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type CarrierProfile, saveCarrier } from '#contract/app/carrier.ts'
import { distance } from '../../kit/distance.ts'
import { limitsOf } from '../../kit/limits.ts'
import { Empty } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconMapSearch } from '../icons.ts'
import { baseOf } from './base-of.ts'
import { activeFilters, noFilters } from './choices.ts'
import { type FeedSearch, useFeedSearch } from './search.ts'

const { max: widestKm = Number.POSITIVE_INFINITY } = limitsOf(saveCarrier.body, 'radius_km')

/** No job is in the list: why, and what may help first. */
export function Nothing({ profile }: { profile: CarrierProfile | undefined }) {
  const { t } = useTexts('carrier')
  const search = useFeedSearch()
  const text = useWhy(search, profile)
  return (
    <Empty
      icon={<IconMapSearch size={48} aria-hidden />}
      title={t('feed.emptyTitle')}
      {...(text && { text })}
      action={<Acts search={search} profile={profile} />}
    />
  )
}

function useWhy({ choices, around }: FeedSearch, profile: CarrierProfile | undefined): string | null {
  const { t } = useTexts('carrier')
  if (activeFilters(choices.filters).length > 0) return t('search.emptyFiltered')
  if (!profile) return null
  if (around.kind !== 'base' && choices.isWayHome) return t('search.emptyWay', { place: baseOf(profile) })
  const radiusKm = around.kind === 'area' ? around.area.radius_km : profile.radius_km
  const radius = distance(radiusKm)
  if (around.kind === 'near') return t('search.emptyNear', { radius })
  const place = around.kind === 'area' ? around.area.name : baseOf(profile)
  return t(radiusKm >= widestKm ? 'feed.emptyWidest' : 'feed.emptyText', { radius, place })
}

type ActsProps = { search: FeedSearch; profile: CarrierProfile | undefined }

function Acts({ search, profile }: ActsProps) {
  const { t } = useTexts('carrier')
  const { choices, around, setFilters, setWayHome, chooseAround } = search
  const toBase = around.kind !== 'base' && (
    <Button variant="default" onClick={() => chooseAround('base')}>
      {t('search.toBase')}
    </Button>
  )
  if (activeFilters(choices.filters).length > 0)
    return (
      <>
        <Button onClick={() => setFilters(noFilters)}>{t('search.clear')}</Button>
        {toBase}
      </>
    )
  if (around.kind !== 'base' && choices.isWayHome)
    return (
      <>
        <Button onClick={() => setWayHome(false)}>{t('search.allHere')}</Button>
        {toBase}
      </>
    )
  if (around.kind === 'area')
    return (
      <>
        {toBase}
        <Button variant="default" component={Link} to="/carrier/areas">
          {t('search.otherArea')}
        </Button>
      </>
    )
  const isWidest = profile !== undefined && profile.radius_km >= widestKm
  return (
    <>
      {!isWidest && (
        <Button component={Link} to="/carrier/profile">
          {t('feed.widen')}
        </Button>
      )}
      {toBase}
    </>
  )
}
