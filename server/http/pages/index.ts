import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountAssets } from './assets.ts'
import { type CompanyPagesNeeds, mountCompanyPages } from './company/index.ts'
import { isDocsUrl } from './docs/docs-not-found.ts'
import { type DocsNeeds, mountDocs } from './docs/index.ts'
import { type DraftPageNeeds, mountDraftPage } from './draft-page.ts'
import { mountHomePage } from './home-page.ts'
import { type MailOffNeeds, mountMailOffPage } from './mail-off-page.ts'
import { answerNotFoundPage } from './not-found-page.ts'
import { mountPanelPages } from './panel-pages.ts'
import { mountWebApp, type WebAppNeeds } from './web-app.ts'
import { type AppLinks, mountWellKnown } from './well-known.ts'

export type PagesNeeds = Omit<DraftPageNeeds, 'answerWebApp'> &
  WebAppNeeds &
  DocsNeeds &
  CompanyPagesNeeds &
  MailOffNeeds & { appLinks: AppLinks }

/**
 * All pages for browsers and phones.
 *
 * @returns `answerNotFound`, the 404 handler for requests that want a page (`wantsPage`).
 */
export function mountPages(app: FastifyInstance, needs: PagesNeeds) {
  mountAssets(app)
  mountHomePage(app, needs)
  mountCompanyPages(app, needs)
  mountMailOffPage(app, needs)
  const { answerWebApp } = mountWebApp(app, needs)
  mountDraftPage(app, { ...needs, answerWebApp })
  mountPanelPages(app, needs)
  const { answerDocsNotFound } = mountDocs(app, needs)
  mountWellKnown(app, needs.appLinks)
  return {
    answerNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      isDocsUrl(request.url) ? answerDocsNotFound(request, reply) : answerNotFoundPage(request, reply),
  }
}
