import type { FastifyInstance } from 'fastify'
import { lazy } from '../../../lib/lazy.ts'
import { texts } from '../../../texts/index.ts'
import { answerStatic, staticBody } from '../static-body.ts'
import { guideGroups, guideNames, markdownPath } from './guide-pages.ts'
import { type GuideSettings, guideMarkdown } from './guide-source.ts'
import { guideTitle } from './guide-title.ts'

/** GET /llms.txt: where programs that read find the guide (llmstxt.org). GET /llms-full.txt: the whole guide in one file. */
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

function contents({ baseUrl }: GuideSettings): string {
  const { docs } = texts[language]
  const groups = guideGroups.map(({ group, names }) => {
    const links = names.map((name) => {
      const place = { name, language } as const
      return `- [${guideTitle(place)}](${baseUrl}${markdownPath(place)})`
    })
    return `## ${docs.groups[group]}\n\n${links.join('\n')}`
  })
  const { llms } = docs
  return `# ${llms.title}

> ${docs.summary}

${groups.join('\n\n')}

## ${llms.documents}

- [${llms.openApi}](${baseUrl}/docs/openapi.json)
- [${llms.sandboxOpenApi}](${baseUrl}/sandbox/openapi.json)
- [${llms.whole}](${baseUrl}/llms-full.txt)
`
}

const whole = (settings: GuideSettings): string =>
  guideNames.map((name) => guideMarkdown({ name, language }, settings)).join('\n\n---\n\n')
