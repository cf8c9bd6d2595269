import { fastify } from 'fastify'
import { openApi } from '../../contract/openapi.ts'
import { createErrorHandler, errorBody, notFound } from '../../server/http/errors/errors.ts'
import { mountPages, type PagesNeeds } from '../../server/http/pages/index.ts'
import { wantsPage } from '../../server/http/pages/not-found-page.ts'

export const exampleBaseUrl = 'https://api.example.test'

/** A company of which the operator has said nothing. */
export const unknownCompany = {
  legal_name: null,
  tax_number: null,
  address: null,
  terms_version: null,
  has_privacy_notice: false,
  contact: null,
}

/** Serves only the pages, over real HTTP: `await using site = await servePages()`. */
export async function servePages(settings: Partial<PagesNeeds> = {}) {
  const app = fastify()
  const { answerNotFound } = mountPages(app, {
    appScheme: 'dray',
    stores: { appStoreUrl: null, playStoreUrl: null },
    lifetimeSeconds: 172_800,
    noteOpened: () => {},
    appLinks: { appleAppIds: [], androidPackage: null, androidCertSha256: [] },
    openApi: () => openApi(exampleBaseUrl, '0.1.0'),
    baseUrl: exampleBaseUrl,
    appLinkHost: 'links.example.test',
    appLinkProtocol: 'https',
    company: unknownCompany,
    legalSources: { help: null, terms: null, privacy: null, imprint: null },
    // Only the page that switches mails off has a database.
    kysely: {} as PagesNeeds['kysely'],
    ...settings,
  })
  const answerError = createErrorHandler({ bodyFor: () => errorBody })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? answerNotFound(request, reply) : answerError(notFound, request, reply),
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, [Symbol.asyncDispose]: () => app.close() }
}
