import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { switchMailsOff } from '../../accounts/mail/switches.ts'
import type { Tables } from '../../db/tables.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, renderPages, strictPolicy } from './answer-page.ts'
import { companyFoot } from './company/made-pages.ts'
import { layout } from './layout.ts'
import { answerNotFoundPage } from './not-found-page.ts'

export type MailOffNeeds = { kysely: Kysely<Tables> }

type Params = { Params: { token: string } }

/**
 * The link in mails that are not about money. `GET` shows a button, because mail programs open links by themselves;
 * `POST` is that button, and the one click of a mail program (RFC 8058), which has no session.
 */
export function mountMailOffPage(app: FastifyInstance, { kysely }: MailOffNeeds): void {
  const asking = renderPages(askingPage, strictPolicy.replace("form-action 'none'", "form-action 'self'"))
  const done = renderPages(donePage)
  app.get<Params>('/mail/off/:token', (request, reply) =>
    isToken(request.params.token)
      ? answerPage(request, reply.header('x-robots-tag', 'noindex'), asking)
      : answerNotFoundPage(request, reply),
  )
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null, null))
    scope.post<Params>('/mail/off/:token', { bodyLimit: 4_096 }, async (request, reply) => {
      const { token } = request.params
      const isKnown = isToken(token) && (await switchMailsOff(kysely, token))
      return isKnown ? answerPage(request, reply, done) : answerNotFoundPage(request, reply)
    })
  })
}

const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{32}$/.test(text)

function askingPage(language: PersonLanguage): string {
  const t = texts[language].mails.offPage
  return page(
    language,
    t.title,
    `<p class="lead">${t.lead}</p>
<form method="post"><button class="button" type="submit">${t.act}</button></form>`,
  )
}

function donePage(language: PersonLanguage): string {
  const t = texts[language].mails.offPage
  return page(
    language,
    t.doneTitle,
    `<p class="lead">${t.done}</p>
<p><a class="button plain" href="/app/account">${t.account}</a></p>`,
  )
}

const page = (language: PersonLanguage, title: string, body: string): string =>
  layout({
    ...{ language, title, description: title },
    body: `<main id="main" class="plain-page">\n<h1>${title}</h1>\n${body}\n</main>`,
    footer: companyFoot(language),
  })
