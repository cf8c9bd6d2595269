import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#contract/vocabulary.ts'
import { exampleBaseUrl } from '../../../../test/support/pages.ts'
import { markdownSlug, withAnchors } from './guide-anchors.ts'
import { guideNames, markdownPath } from './guide-pages.ts'
import { guideMarkdown } from './guide-source.ts'

const settings = {
  baseUrl: exampleBaseUrl,
  appLinkHost: 'links.example.test',
  appLinkProtocol: 'https',
} as const

/** Every page as Markdown, by its URL. */
const pages = new Map(
  languages.flatMap((language) =>
    guideNames.map((name) => {
      const place = { name, language }
      return [exampleBaseUrl + markdownPath(place), guideMarkdown(place, settings)] as const
    }),
  ),
)

const withoutCode = (markdown: string): string => markdown.replaceAll(/^```[^]*?^```$/gm, '')

/** The ids to which a link into the page can lead. */
function anchorsOf(markdown: string): string[] {
  const text = withoutCode(markdown)
  const slugs = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => markdownSlug(heading))
  const given = [...text.matchAll(/^<a id="([\w-]+)"><\/a>$/gm)].map(([, id = '']) => id)
  return [...slugs, ...given]
}

test('every link between the pages as Markdown leads to a heading or to an anchor before one', () => {
  const anchors = new Map([...pages].map(([url, markdown]) => [url, anchorsOf(markdown)]))
  const links = [...pages].flatMap(([url, markdown]) =>
    [...markdown.matchAll(/\]\(([^)\s]*#[^)\s]+)\)/g)].map(([, link = '']) => ({
      url,
      to: new URL(link, url),
    })),
  )
  assert.ok(links.length > 60, 'the links are found')
  for (const { url, to } of links) {
    const page = to.origin + to.pathname
    assert.ok(anchors.get(page)?.includes(to.hash.slice(1)), `${url} → ${to.href}`)
  }
})

test('a page as Markdown has each id once, and no id of ours in a heading', () => {
  for (const [url, markdown] of pages) {
    const anchors = anchorsOf(markdown)
    assert.equal(new Set(anchors).size, anchors.length, url)
    assert.doesNotMatch(markdown, /\{#/, url)
  }
})

test('a heading gets an anchor only where its words make another id', () => {
  assert.equal(withAnchors('## Errors {#errors}\n'), '## Errors\n')
  assert.equal(withAnchors('## Errores {#errors}\n'), '<a id="errors"></a>\n\n## Errores\n')
  assert.equal(withAnchors("## What's next\n"), '<a id="what-s-next"></a>\n\n## What\'s next\n')
  assert.equal(withAnchors('## validation_error\n'), '## validation_error\n')
  const code = '```bash\n## no heading {#x}\n```'
  assert.equal(withAnchors(code), code)
})
