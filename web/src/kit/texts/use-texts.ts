import { useSyncExternalStore } from 'react'
import type { Area } from './text-of.ts'
import { texts } from './texts.ts'

/**
 * `t` for these areas, and `find` for paths that are known only at run time. Suspends until they have been downloaded;
 * renders again when the language changes.
 */
export function useTexts<A extends Area>(areas: A | readonly A[]) {
  const language = useSyncExternalStore(texts.onShown, shown, shown)
  const names = [areas].flat() as readonly A[]
  const waits = texts.waitsFor(names)
  // React's protocol for Suspense.
  if (waits) throw waits
  return { t: texts.translatorOf(names), find: (path: string) => texts.find(names, path), language }
}

const shown = () => texts.language
