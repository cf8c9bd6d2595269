import { createContext } from 'react'
import type { ListState } from '#contract/app/customer.ts'

type Chosen = readonly [state: ListState | null, choose: (state: ListState | null) => void]

/** What the list is limited to. `CustomerDesk` keeps it, so that a person who comes back finds the list as it was. */
export const ChosenListState = createContext<Chosen>([null, () => {}])
