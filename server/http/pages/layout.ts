import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { texts } from '../../texts/index.ts'
import { assetUrl } from './assets.ts'

/** Content of a page. `body`, `head`, `header` and `footer` are HTML; the other members are plain text. */
export type Page = {
  language: PersonLanguage
  title: string
  description: string
  body: string
  /** More elements of the head. */
  head?: string
  header?: string
  footer?: string
  styles?: string[]
  scripts?: string[]
}

/** The HTML of every page: no inline script or style, no content from other servers. */
export function layout(page: Page): string {
  const styles = ['pages.css', ...(page.styles ?? [])]
  const scripts = page.scripts ?? []
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(page.description)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f5f1" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0f1513" media="(prefers-color-scheme: dark)">
${scripts.map((name) => `<script src="${assetUrl(name)}" defer></script>\n`).join('')}${styles
  .map((name) => `<link rel="stylesheet" href="${assetUrl(name)}">`)
  .join('\n')}
<link rel="icon" type="image/svg+xml" href="${assetUrl('mark.svg')}">
${page.head ? `${page.head}\n` : ''}</head>
<body>
<a class="skip" href="#main">${texts[page.language].pages.skip}</a>
<header class="top">
<a class="brand" href="/"><img src="${assetUrl('mark.svg')}" width="32" height="32" alt="">Dray</a>
${page.header ?? languageSwitch(page.language)}
</header>
${page.body}
${page.footer ? `<footer class="foot">${page.footer}</footer>\n` : ''}</body>
</html>
`
}

/** Links to this page in the other languages, in a menu that needs no script. */
export function languageSwitch(language: PersonLanguage): string {
  const links = personLanguages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a class="switch" href="?lang=${other}" hreflang="${other}" lang="${other}">${texts[other].pages.languageName}</a>`,
    )
  const { language: label, languageName } = texts[language].pages
  return `<details class="language-menu">
<summary aria-label="${label}: ${languageName}">${languageName}</summary>
<nav aria-label="${label}">${links.join(' ')}</nav>
</details>`
}
