import { type Language, languages } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { texts } from '../../../texts/index.ts'
import { layout } from '../layout.ts'
import { docsHeader } from './docs-header.ts'
import { type Contents, guideTitle, type Heading, renderGuide } from './guide-html.ts'
import {
  consolePath,
  type GuidePlace,
  guideGroups,
  guideNames,
  guidePath,
  markdownPath,
} from './guide-pages.ts'
import { type GuideSettings, guideForHtml } from './guide-source.ts'
import { docsTools, type ToolsHead } from './tools.ts'

/** The HTML of a page of the guide, with links to all pages and a search. */
export function guidePage(
  place: GuidePlace,
  { toolsHead, ...settings }: GuideSettings & { toolsHead: ToolsHead | null },
): string {
  const { language } = place
  const { html, contents, title, lead } = renderGuide(guideForHtml(place, settings, toolsHead !== null))
  return layout({
    language,
    title: `${title} · Dray`,
    description: lead,
    styles: ['guide.css'],
    scripts: ['guide.js'],
    head: [...alternates(place), toolsHead?.(toolsIn(html), language) ?? ''].join('\n'),
    header: docsHeader({
      language,
      current: place.name === 'reference' ? 'reference' : 'guide',
      pathIn: (other) => guidePath({ ...place, language: other }),
    }),
    body: `<div class="docs">
${navigation(place, contents)}
<main id="main" class="guide guide-${place.name}"${spoken(language)}>
${html}
${neighbours(place)}
</main>
</div>`,
  })
}

const toolsIn = (html: string) => docsTools.filter((tool) => html.includes(`data-tool="${tool}"`))

/** The texts of the script: for its copy button, and for samples with the reader's test key. */
function spoken(language: Language): string {
  const { copy, copied, copyRefused, withKey, removeKey } = texts[language].docs
  const words = { copy, copied, 'copy-refused': copyRefused, 'with-key': withKey, 'remove-key': removeKey }
  return Object.entries(words)
    .map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`)
    .join('')
}

/** The page in the other languages, and as Markdown. */
const alternates = (place: GuidePlace): string[] => [
  ...languages.map(
    (language) => `<link rel="alternate" hreflang="${language}" href="${guidePath({ ...place, language })}">`,
  ),
  `<link rel="alternate" type="text/markdown" href="${markdownPath(place)}">`,
]

/** All pages; the present one with its parts. */
function navigation({ name, language }: GuidePlace, contents: Contents): string {
  const { docs } = texts[language]
  const groups = guideGroups.map(({ group, names }) => {
    const entries = names.map((each) => {
      const place = { name: each, language }
      const [current, parts] = each === name ? [' aria-current="page"', partsOf(contents)] : ['', '']
      return `<li><a href="${guidePath(place)}"${current}>${escapeHtml(guideTitle(place))}</a>${parts}</li>`
    })
    const more = group === 'test' ? `<li><a href="${consolePath(language)}">${docs.console}</a></li>` : ''
    return `<p class="contents-group">${docs.groups[group]}</p><ul>${entries.join('\n')}${more}</ul>`
  })
  return `<nav class="contents" aria-label="${docs.contents}"><details open><summary>${docs.contents}</summary>
${groups.join('\n')}
</details></nav>`
}

const partsOf = (contents: Contents): string =>
  contents.length < 2 ? '' : `<ul class="contents-parts">${contents.map(part).join('')}</ul>`

const part = ({ id, text }: Heading): string => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`

/** Links to the page before and after, and to the Markdown of this one. */
function neighbours(place: GuidePlace): string {
  const { docs } = texts[place.language]
  const index = guideNames.indexOf(place.name)
  const link = (kind: 'previous' | 'next', name = guideNames[index + (kind === 'next' ? 1 : -1)]): string => {
    if (!name) return ''
    const target = { ...place, name }
    return `<a class="neighbour" rel="${kind === 'next' ? 'next' : 'prev'}" href="${guidePath(target)}"><span>${docs[kind]}</span>${escapeHtml(guideTitle(target))}</a>`
  }
  return `<nav class="neighbours" aria-label="${docs.morePages}">${link('previous')}${link('next')}</nav>
<p class="as-markdown"><a href="${markdownPath(place)}">${docs.asMarkdown}</a></p>`
}
