import { type Language, languages } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { texts } from '../../../texts/index.ts'
import { docsPath } from '../../requests/language.ts'
import { consolePath, guidePath } from './guide-pages.ts'

type DocsHeader = {
  language: Language
  /** Null on a page outside these parts. */
  current: 'guide' | 'reference' | 'console' | null
  /** Path of the page in a language. */
  pathIn: (language: Language) => string
}

/** The top of every page of the documentation: its search, its parts, and the page in the other languages. */
export function docsHeader({ language, current, pathIn }: DocsHeader): string {
  const { docs, pages } = texts[language]
  const parts = [
    ['guide', docsPath(language), docs.guide],
    ['reference', guidePath({ name: 'reference', language }), docs.reference],
    ['console', consolePath(language), docs.console],
    ['company', '/partner', docs.companyPages],
  ] as const
  const links = parts.map(
    ([part, href, name]) => `<a href="${href}"${part === current ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  const switches = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a class="switch" href="${pathIn(other)}" hreflang="${other}" lang="${other}">${texts[other].pages.languageName}</a>`,
    )
  return `${searchField(language)}
<nav class="links" aria-label="${docs.documentation}">${links.join('')}</nav>
<nav class="languages" aria-label="${pages.language}">${switches.join('')}</nav>`
}

/** Hidden until its script runs (`web/src/docs-search`). */
function searchField(language: Language): string {
  const { search } = texts[language].docs
  return `<form class="docs-search" role="search" hidden data-index="${docsPath(language)}/search.json" data-none="${escapeHtml(search.none)}" data-lost="${escapeHtml(search.lost)}">
<input type="search" placeholder="${search.placeholder}" aria-label="${search.label}" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" enterkeyhint="search">
<ul id="found" role="listbox" aria-label="${search.results}" hidden></ul>
<p role="status" hidden></p>
</form>`
}
