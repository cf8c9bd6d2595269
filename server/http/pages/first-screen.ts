import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { CompanyFacts } from './company/made-pages.ts'

/** The first screen of a draft as the build has rendered it (`web/build/first-screen.ts`). */
export type FirstScreen = {
  /** Runs before anything is shown. */
  script: string
  /** Its style sheets, after the common ones. */
  styles: string[]
  html: Record<Language, string>
}

/** @returns null without a rendered screen, as in development. */
export function readFirstScreen(folder: string, otherStyles: string[]): FirstScreen | null {
  const file = path.join(folder, 'first-screen.json')
  if (!existsSync(file)) return null
  const { script, style, html } = JSON.parse(readFileSync(file, 'utf8')) as Built
  return { script: `/app/${script}`, styles: [...otherStyles, `/app/${style}`], html }
}

type Built = Pick<FirstScreen, 'script' | 'html'> & { style: string }

/** The screen in one language, for one company. */
type Shown = Omit<FirstScreen, 'html'> & { html: string }

/** The build does not know the company: inserts its name, and removes texts about a missing name or missing terms. */
export function firstScreenOf(screen: FirstScreen, language: Language, company: CompanyFacts): Shown {
  const { legal_name: name, terms_version, has_privacy_notice } = company
  const known: Record<string, unknown> = { company: name, terms: terms_version, privacy: has_privacy_notice }
  const html = screen.html[language]
    .replaceAll(/<(p|span) data-if="(\w+)">.*?<\/\1>/gs, (part, _tag, fact: string) =>
      known[fact] ? part : '',
    )
    .replaceAll('{legal_name}', () => escapeHtml(name ?? ''))
  return { ...screen, html }
}

/**
 * Inserts the first screen into the page, so it is visible before the scripts of the app are loaded. `#root` is hidden
 * until the app shows the same screen in it (`web/src/kit/first-screen.ts`). The scripts of the app wait for the style
 * sheets, which the screen needs first.
 */
export function withFirstScreen(page: string, { script, styles, html }: Shown): string {
  const sheets = styles.map((style) => `<link rel="stylesheet" crossorigin href="${style}">`)
  return page
    .replace('<!--first-screen-->', () => `<div id="first-screen">${html}</div>`)
    .replace('<div id="root">', '<div id="root" hidden>')
    .replace('</head>', `${[...sheets, `<script src="${script}"></script>`].join('\n')}\n</head>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
}
