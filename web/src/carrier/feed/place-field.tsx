import { Button, Checkbox, Text } from '@mantine/core'
import { useId } from 'react'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconCurrentLocation } from '../icons.ts'
import { baseOf } from './base-of.ts'
import { useFeedSearch } from './search.ts'
import './search.css'

/** Where the feed looks: around the base, near the device, or around a saved area; and only on the way home. */
export function PlaceField({ profile }: { profile: CarrierProfile | undefined }) {
  const { t } = useTexts('carrier')
  const { choices, areas, around, chooseAround, setWayHome } = useFeedSearch()
  const places = [
    { value: 'base', label: t('search.base'), icon: null },
    { value: 'near', label: t('search.near'), icon: <IconCurrentLocation size={18} aria-hidden /> },
    ...areas.map(({ area_id, name }) => ({ value: area_id, label: name, icon: null })),
  ]
  const isKnown = places.some(({ value }) => value === choices.around)
  const name = useId()
  return (
    <div className="carrier-search">
      <div role="radiogroup" aria-label={t('search.place')} className="carrier-places">
        {places.map(({ value, label, icon }) => (
          <label key={value} className="carrier-place">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === (isKnown ? choices.around : 'base')}
              onChange={() => chooseAround(value)}
            />
            <span>
              {icon}
              {label}
            </span>
          </label>
        ))}
      </div>
      {choices.around === 'near' && <PositionState />}
      {around.kind !== 'base' && profile && (
        <Checkbox
          size="md"
          label={t('search.home')}
          description={t('search.homeHelp', { place: baseOf(profile) })}
          checked={choices.isWayHome}
          onChange={(event) => setWayHome(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

/** Whether the device tells where it is, and what the list shows without it. */
function PositionState() {
  const { t } = useTexts('carrier')
  const { position, locate } = useFeedSearch()
  const { state } = position
  return (
    <div className="carrier-position">
      <Text size="sm" role="status" {...(state === 'here' && { c: 'dimmed' })}>
        {t(`search.${state === 'here' ? 'rounded' : state}`)}
      </Text>
      {state !== 'here' && state !== 'asking' && (
        <Button variant="default" size="sm" onClick={locate}>
          {t('search.again')}
        </Button>
      )}
    </div>
  )
}
