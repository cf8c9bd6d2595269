import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { stories } from '#contract/sandbox/stories.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import { lazy } from '../../lib/lazy.ts'
import { answerEnglishPage } from './answer-page.ts'
import { type Contents, renderGuide } from './guide.ts'
import { escapeHtml, layout } from './layout.ts'
import { mountPostmanFiles } from './postman-files.ts'
import { mountReference } from './reference-page.ts'
import { answerStatic, staticBody } from './static-body.ts'

export type DocsNeeds = Pick<LinkSettings, 'baseUrl' | 'appLinkHost' | 'appLinkProtocol'> & {
  openApi: object
}

/** GET /docs: the partner guide. GET /docs/reference: the operations. Both load nothing from other servers. */
export function mountDocs(app: FastifyInstance, needs: DocsNeeds): void {
  const { openApi, baseUrl, appLinkProtocol, appLinkHost } = needs
  const guide = lazy(() => {
    const markdown = readFileSync(source, 'utf8')
      .replaceAll('{base_url}', baseUrl)
      .replace('{stories}', storyRows())
      .replaceAll('{link_url}', `${appLinkProtocol}://${appLinkHost}`)
    return staticBody(guidePage(renderGuide(markdown)))
  })
  app.get('/docs', (request, reply) => answerEnglishPage(request, reply, { body: guide() }))
  // A copy of /v1/openapi.json, because reading that counts against the rate limit of the address.
  const document = lazy(() => staticBody(JSON.stringify(openApi)))
  app.get('/docs/openapi.json', (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), document()),
  )
  mountPostmanFiles(app, needs)
  mountReference(app)
}

/** The table of the stories, from the value that the sandbox reads. */
const storyRows = (): string =>
  stories.map(({ phone, tells, ends }) => `| \`${phone}\` | ${tells} | ${endings[ends]} |`).join('\n')

const endings = { draft: 'as you leave it', completed: '`completed`', cancelled: '`cancelled`', gone: '404' }

const source = path.join(import.meta.dirname, '../../../docs/partner-guide.md')

const guidePage = ({ html, contents }: { html: string; contents: Contents }): string =>
  layout({
    language: 'en',
    title: 'Dray · Partner guide',
    description: 'Hand over a delivery or moving job in three calls: from a test key to the first job.',
    styles: ['guide.css'],
    scripts: ['guide.js'],
    header: `<nav class="links" aria-label="Documentation"><a href="/docs" aria-current="page">Guide</a><a href="/docs/reference">Reference</a></nav>`,
    body: `<div class="docs">
<nav class="contents" aria-label="Contents"><details open><summary>Contents</summary><ul>
${contents.map(contentsEntry).join('\n')}
</ul></details></nav>
<main id="main" class="guide">
${html}
</main>
</div>`,
  })

const contentsEntry = ({ id, text, parts }: Contents[number]): string => {
  const inner = parts.map(contentsEntry).join('')
  return `<li><a href="#${id}">${escapeHtml(text)}</a>${inner && `<ul>${inner}</ul>`}</li>`
}
