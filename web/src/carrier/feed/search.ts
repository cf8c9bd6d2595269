import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { readCarrier } from '#contract/app/carrier.ts'
import { type FeedArea, listFeedAreas } from '#contract/app/feed.ts'
import { reading } from '../../kit/query-client.ts'
import { type Around, type Choices, type Filters, readChoices, writeChoices } from './choices.ts'
import { type Position, usePosition } from './position.ts'

/** Where and for what the feed looks, for the list, the map beside it and the offers. `CarrierDesk` keeps it. */
export type FeedSearch = {
  choices: Choices
  areas: FeedArea[]
  /** Where it looks now: the base while an area or a position is missing. */
  around: Around
  /** False while the chosen area is not known yet. */
  isReady: boolean
  position: Position
  chooseAround: (around: string) => void
  setWayHome: (isWayHome: boolean) => void
  setFilters: (filters: Filters) => void
  locate: () => void
}

const Search = createContext<FeedSearch | null>(null)

export const FeedSearchProvider = Search.Provider

export function useFeedSearch(): FeedSearch {
  const search = useContext(Search)
  if (!search) throw new Error('the feed is inside of CarrierDesk')
  return search
}

/** @param isShown the feed or one of its offers is on the screen: only then are areas and positions asked for. */
export function useNewFeedSearch(isShown: boolean): FeedSearch {
  const [choices, setChoices] = useState(readChoices)
  const { data: profile } = useQuery({ ...reading(readCarrier, {}), enabled: isShown })
  const isApproved = profile?.status === 'approved'
  const read = useQuery({ ...reading(listFeedAreas, {}), enabled: isShown && isApproved })
  const { position, ask } = usePosition(isShown && isApproved && choices.around === 'near')
  const areas = read.data?.areas ?? []
  const change = (changed: Partial<Choices>) => {
    const next = { ...choices, ...changed }
    setChoices(next)
    writeChoices(next)
  }
  return {
    choices,
    areas,
    around: aroundOf(choices, areas, position),
    isReady: isPlain(choices.around) || read.data !== undefined || read.error !== null,
    position,
    chooseAround: (around) => {
      change({ around })
      if (around === 'near') ask()
    },
    setWayHome: (isWayHome) => change({ isWayHome }),
    setFilters: (filters) => change({ filters }),
    locate: ask,
  }
}

const isPlain = (around: string): boolean => around === 'base' || around === 'near'

function aroundOf({ around }: Choices, areas: FeedArea[], position: Position): Around {
  if (around === 'near')
    return position.state === 'here' ? { kind: 'near', point: position.point } : { kind: 'base' }
  const area = areas.find(({ area_id }) => area_id === around)
  return area ? { kind: 'area', area } : { kind: 'base' }
}
