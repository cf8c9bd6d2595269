import { lazy } from '../../../lib/lazy.ts'
import type { GuidePlace } from './guide-pages.ts'
import { guideSource } from './guide-source.ts'

const titles = lazy(() => new Map<string, string>())

/** The title of a page is the heading of its Markdown. */
export function guideTitle(place: GuidePlace): string {
  const key = `${place.language}/${place.name}`
  const title = titles().get(key) ?? /^# (.+)$/m.exec(guideSource(place))?.[1] ?? place.name
  titles().set(key, title)
  return title
}

/** The first sentence of a page, which says what the page is for. */
export const guideLead = (place: GuidePlace): string =>
  /^# .+\n\n(.+?\.)(?= |$)/m.exec(guideSource(place))?.[1] ?? ''
