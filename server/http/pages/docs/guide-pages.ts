import type { Language } from '#contract/vocabulary.ts'
import { docsPath } from '../../requests/language.ts'

/**
 * The pages of the guide in their order, by group. Each is the file `docs/guide/<language>/<name>.md`, except the
 * reference.
 */
export const guideGroups = [
  { group: 'begin', names: ['start', 'company-pages', 'authentication'] },
  { group: 'calls', names: ['estimate', 'create', 'photos', 'status', 'prices'] },
  { group: 'failures', names: ['once', 'errors', 'limits'] },
  { group: 'test', names: ['sandbox'] },
  { group: 'ship', names: ['reference', 'sdks', 'going-live', 'changelog'] },
] as const

export type GuideGroup = (typeof guideGroups)[number]['group']

export type GuideName = (typeof guideGroups)[number]['names'][number]

export const guideNames: readonly GuideName[] = guideGroups.flatMap(({ names }) => [...names])

/** A page in a language. */
export type GuidePlace = { name: GuideName; language: Language }

/** The first page has the path of the guide itself. */
export const guidePath = ({ name, language }: GuidePlace): string =>
  name === 'start' ? docsPath(language) : `${docsPath(language)}/${name}`

/** The page of the console, which is a tool and no page of Markdown. */
export const consolePath = (language: Language): string => `${docsPath(language)}/console`

/** The path of a page as Markdown. */
export const markdownPath = ({ name, language }: GuidePlace): string => `${docsPath(language)}/${name}.md`
