import { fastify } from 'fastify'
import { openApi } from '../../contract/openapi.ts'
import { answerError, answerNotFound } from '../../server/http/errors.ts'
import { mountAdminPage } from '../../server/http/pages/admin-page.ts'
import { mountAssets } from '../../server/http/pages/assets.ts'
import { mountDocs } from '../../server/http/pages/docs-page.ts'
import { type DraftPageNeeds, mountDraftPage } from '../../server/http/pages/draft-page.ts'
import { mountHomePage } from '../../server/http/pages/home-page.ts'
import { type AppLinks, mountWellKnown } from '../../server/http/pages/well-known.ts'

export const exampleBaseUrl = 'https://api.example.test'

/** The pages alone, over real HTTP on a port of their own: `await using site = await servePages()`. */
export async function servePages(settings: Partial<DraftPageNeeds & AppLinks> = {}) {
  const app = fastify()
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  mountAssets(app)
  mountHomePage(app)
  mountAdminPage(app)
  mountDraftPage(app, {
    appScheme: 'dray',
    stores: { appStoreUrl: null, playStoreUrl: null },
    lifetimeSeconds: 172_800,
    ...settings,
  })
  mountWellKnown(app, { appleAppIds: [], androidPackage: null, androidCertSha256: [], ...settings })
  mountDocs(app, { openApi: openApi(exampleBaseUrl, '0.1.0'), baseUrl: exampleBaseUrl })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, [Symbol.asyncDispose]: () => app.close() }
}
