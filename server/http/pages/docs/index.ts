import type { FastifyInstance } from 'fastify'
import { mountConsolePage } from './console-page.ts'
import { createDocsNotFound } from './docs-not-found.ts'
import { mountGuide } from './guide.ts'
import type { GuideSettings } from './guide-source.ts'
import { mountLlmsFiles } from './llms-files.ts'
import { mountOpenApiCopy } from './openapi-copy.ts'
import { mountPostmanFiles } from './postman-files.ts'
import { mountSdkPackages } from './sdk-packages.ts'
import { mountSearchIndex } from './search-index.ts'
import { mountShortWays } from './short-ways.ts'
import { mountDocsTools } from './tools.ts'

export type DocsNeeds = GuideSettings & { openApi: () => object; webDist?: string | undefined }

/** The documentation for partners under `/docs`. It loads nothing from other servers. @returns its 404 handler. */
export function mountDocs(app: FastifyInstance, needs: DocsNeeds) {
  const toolsHead = mountDocsTools(app, needs)
  mountGuide(app, { ...needs, toolsHead })
  mountConsolePage(app, { toolsHead })
  mountSdkPackages(app, needs)
  mountSearchIndex(app, needs)
  mountLlmsFiles(app, needs)
  mountOpenApiCopy(app, needs)
  mountPostmanFiles(app, needs)
  mountShortWays(app)
  return { answerDocsNotFound: createDocsNotFound({ toolsHead }) }
}
