import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { CompanyFacts } from './company/made-pages.ts'

/** `draft`: before its code. `jobs`, `feed`, `welcome`: before its data, as on a phone. */
export type ScreenName = 'draft' | 'signIn' | 'jobs' | 'feed' | 'welcome'

type Screen = {
  /** Runs before anything is shown. */
  script: string
  html: Record<PersonLanguage, string>
}

/** The first screens as the build has rendered them (`web/build/first-screen.ts`). Files are names inside of the build. */
export type FirstScreens = {
  screens: Record<ScreenName, Screen>
  /** The style sheet of all of them. */
  style: string
  /** The script of the lists. It also sends the first requests where a page of a list has no screen. */
  list: string
}

/** @returns null without rendered screens, as in development. */
export function readFirstScreens(folder: string): FirstScreens | null {
  const file = path.join(folder, 'first-screens.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstScreens) : null
}

/** The build does not know the company: inserts its name, and removes texts about a missing name or missing terms. */
export function ofCompany(html: string, company: CompanyFacts): string {
  const { legal_name: name, terms_version, has_privacy_notice } = company
  const known: Record<string, unknown> = { company: name, terms: terms_version, privacy: has_privacy_notice }
  return html
    .replaceAll(/<(p|span) data-if="(\w+)">.*?<\/\1>/gs, (part, _tag, fact: string) =>
      known[fact] ? part : '',
    )
    .replaceAll('{legal_name}', () => escapeHtml(name ?? ''))
}

/**
 * Inserts a first screen into the page, so it is visible before the scripts of the app are loaded. `#root` is hidden
 * until the app shows the same screen in it (`web/src/kit/first-screen.ts`). The scripts of the app wait for the style
 * sheets, which the screen needs first.
 *
 * @param styles URLs of its style sheets, after the common ones.
 */
export function withFirstScreen(
  page: string,
  { name, html, styles }: { name: ScreenName; html: string; styles: string[] },
): string {
  const sheets = styles.map((style) => `<link rel="stylesheet" crossorigin href="${style}">`)
  return page
    .replace('<!--first-screen-->', () => `<div id="first-screen" data-screen="${name}">${html}</div>`)
    .replace('<div id="root">', '<div id="root" hidden>')
    .replace('</head>', `${sheets.join('\n')}\n</head>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
}

/** The tag of a script that runs before anything is shown. @param reads URLs that it asks for. */
export const earlyScript = (script: string, reads: readonly string[] = []): string =>
  `<script src="${script}"${reads.length > 0 ? ` data-reads="${reads.join(' ')}"` : ''}></script>`
