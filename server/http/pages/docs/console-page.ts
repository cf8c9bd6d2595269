import type { FastifyInstance } from 'fastify'
import { type Language, languages } from '#contract/vocabulary.ts'
import { texts } from '../../../texts/index.ts'
import { answerPageIn } from '../answer-page.ts'
import { layout } from '../layout.ts'
import { staticBody } from '../static-body.ts'
import { docsHeader } from './docs-header.ts'
import { consolePath } from './guide-pages.ts'
import { docsPolicy, type ToolsHead, toolPlace } from './tools.ts'

/** GET /docs/console and /docs/es/console: the console of the sandbox, for a developer with a test key. */
export function mountConsolePage(app: FastifyInstance, { toolsHead }: { toolsHead: ToolsHead | null }): void {
  for (const language of languages) {
    const body = staticBody(render(language, toolsHead))
    app.get(consolePath(language), (request, reply) =>
      answerPageIn(request, reply, { language, body, policy: docsPolicy }),
    )
  }
}

function render(language: Language, toolsHead: ToolsHead | null): string {
  const { docs } = texts[language]
  return layout({
    language,
    title: `${docs.console} · Dray`,
    description: docs.consolePage.description,
    styles: ['guide.css', 'console.css'],
    ...(toolsHead && { head: toolsHead(['console'], language) }),
    header: docsHeader({ language, current: 'console', pathIn: consolePath }),
    body: `<main id="main" class="console-page">
<h1>${docs.console}</h1>
<p class="lead">${docs.consolePage.lead}</p>
${toolPlace('console', { language, isBuilt: toolsHead !== null })}
</main>`,
  })
}
