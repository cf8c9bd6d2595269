import type { ComponentType } from 'react'

/** One page in the navigation. */
export type NavItem = {
  to: string
  text: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** The second key after `g`. */
  key: string
  /** Marked only at exactly this URL, not below it. */
  isExact?: boolean
}
export type NavGroup = {
  title: string
  items: NavItem[]
  /** Pages outside the panel, which open in a new tab. */
  links?: (Pick<NavItem, 'text' | 'Icon'> & { href: string })[]
}

/** One entry of the command bar. */
export type Command = {
  id: string
  text: string
  /** The heading it is found under. */
  group: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  run: () => void
  /** Shown at the end of the line. */
  hint?: string
  /** Found only by a typed text, such as one person of many. */
  isFoundOnly?: boolean
}
