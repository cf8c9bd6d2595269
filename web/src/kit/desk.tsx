import { createContext, type ReactNode, useContext } from 'react'
import { AreaNav } from './area-nav.tsx'
import type { SavedArea } from './saved-answers.ts'
import { SkipLink } from './skip-link.tsx'
import { useHasSideNav } from './wide.ts'

const Beside = createContext<'outside' | 'alone' | 'pane'>('outside')

/** False for a screen that has no desk around it, and makes its own. */
export const useIsOnDesk = (): boolean => useContext(Beside) !== 'outside'

/** True if a list is shown beside the screen. */
export const useHasPane = (): boolean => useContext(Beside) === 'pane'

type DeskProps = {
  area: SavedArea
  /** The list beside the screen, on wide screens. */
  pane?: ReactNode
  children: ReactNode
}

/**
 * What stays while the screens of an area change: the side navigation and the list beside them. On a phone it is only
 * the screen, with its navigation at the bottom. The screen keeps its place in the tree, so that a window that is made
 * wider or narrower keeps what was typed.
 */
export function Desk({ area, pane, children }: DeskProps) {
  const hasSideNav = useHasSideNav()
  return (
    <Beside value={pane ? 'pane' : 'alone'}>
      <SkipLink />
      <div className="dray-desk" data-pane={Boolean(pane)}>
        {hasSideNav && <AreaNav area={area} isSide />}
        {pane}
        {children}
      </div>
    </Beside>
  )
}
