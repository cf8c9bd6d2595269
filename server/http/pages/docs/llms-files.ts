import type { FastifyInstance } from 'fastify'
import { partnerOperations } from '#contract/partner.ts'
import { previewPrice, previewText } from '#contract/sandbox/previews.ts'
import { lazy } from '../../../lib/lazy.ts'
import { texts } from '../../../texts/index.ts'
import { answerStatic, staticBody } from '../static-body.ts'
import { guideLead, guideTitle } from './guide-html.ts'
import {
  consolePath,
  type GuideGroup,
  type GuideName,
  type GuidePlace,
  guideGroups,
  guideNames,
  markdownPath,
} from './guide-pages.ts'
import { type GuideSettings, guideMarkdown } from './guide-source.ts'
import { sdkPackages } from './sdk-packages.ts'
import { supportLink } from './support-link.ts'

/** GET /llms.txt: links to the guide for programs (llmstxt.org). GET /llms-full.txt: the whole guide in one file. */
export function mountLlmsFiles(app: FastifyInstance, settings: GuideSettings): void {
  const files = { '/llms.txt': () => contents(settings), '/llms-full.txt': () => whole(settings) }
  for (const [url, write] of Object.entries(files)) {
    const body = lazy(() => staticBody(write()))
    app.get(url, (request, reply) =>
      answerStatic(
        request,
        reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8'),
        body(),
      ),
    )
  }
}

const language = 'en'

type Link = { title: string; path: string; note?: string }

/** The first steps of a program: the key, and the three requests. */
function beginning({ baseUrl, supportContact }: GuideSettings): string {
  const { summary, llms } = texts[language].docs
  const calls = partnerOperations.map(({ operationId, method, url, summary: does }) => {
    const shown = `${method} ${url.replace(/:(\w+)/g, '{$1}')}`
    const name = pageOf[operationId] ?? 'start'
    return `- [${shown}](${baseUrl}${markdownPath({ name, language })}): ${does}.`
  })
  const key = llms.key({ baseUrl, support: supportLink(supportContact, language) })
  return `# ${llms.title}\n\n> ${summary}\n\n${key}\n\n## ${llms.calls}\n\n${calls.join('\n')}\n`
}

/** The page of each request. */
const pageOf: Record<string, GuideName> = {
  estimatePrice: 'estimate',
  createJob: 'create',
  readJob: 'status',
}

/** Headings with lists of links: `- [title](url): note`. */
function contents(settings: GuideSettings): string {
  const { baseUrl } = settings
  const { docs } = texts[language]
  const { llms } = docs
  const groups = guideGroups.map(({ group, names }): [string, Link[]] => [
    docs.groups[group],
    [...names.map((name) => pageLink({ name, language })), ...(moreLinks[group]?.() ?? [])],
  ])
  const sections = [
    ...groups,
    [llms.documents, documents()] as const,
    [mayBeSkipped, spanishPages()] as const,
  ]
  const written = sections.map(([heading, links]) => {
    const lines = links.map(
      ({ title, path, note }) => `- [${title}](${baseUrl}${path})${note ? `: ${note}` : ''}`,
    )
    return `## ${heading}\n\n${lines.join('\n')}\n`
  })
  return [beginning(settings), ...written].join('\n')
}

const pageLink = (place: GuidePlace): Link => ({
  title: guideTitle(place),
  path: markdownPath(place),
  note: guideLead(place),
})

/** Links of a group besides its pages. */
const moreLinks: Partial<Record<GuideGroup, () => Link[]>> = {
  test() {
    const { console: title, consolePage, llms } = texts[language].docs
    const path = `${markdownPath({ name: 'sandbox', language })}#sms-limits-a-clean-start`
    return [
      { title, path: consolePath(language), note: consolePage.description },
      { title: `${previewPrice.method} ${previewPrice.url}`, path, note: llms.previewPrice },
      { title: `${previewText.method} ${previewText.url}`, path, note: llms.previewText },
    ]
  },
  ship() {
    const { npm, python } = sdkPackages()
    const { npmSdk, pythonSdk } = texts[language].docs.llms
    return [
      { ...npmSdk, path: `/docs/sdk/${npm}` },
      { ...pythonSdk, path: `/docs/sdk/${python}` },
    ]
  },
}

function documents(): Link[] {
  const { llms } = texts[language].docs
  return [
    { title: llms.openApi, path: '/docs/openapi.json' },
    { title: llms.sandboxOpenApi, path: '/sandbox/openapi.json' },
    { ...llms.postmanCollection, path: '/docs/postman-collection.json' },
    { ...llms.postmanEnvironment, path: '/docs/postman-environment.json' },
    { title: llms.whole, path: '/llms-full.txt' },
  ]
}

/** llmstxt.org gives this heading its meaning, so it is never translated. */
const mayBeSkipped = 'Optional'

const spanishPages = (): Link[] => guideNames.map((name) => pageLink({ name, language: 'es' }))

const whole = (settings: GuideSettings): string =>
  [beginning(settings), ...guideNames.map((name) => guideMarkdown({ name, language }, settings))].join(
    '\n\n---\n\n',
  )
