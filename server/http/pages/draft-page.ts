import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Company } from '#contract/company.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import type { Activity } from '../../activity/activity.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { Duration } from '../../texts/duration.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, renderPages } from './answer-page.ts'
import { assetUrl } from './assets.ts'
import { companyFoot } from './company/made-pages.ts'
import { layout } from './layout.ts'
import { answerNotFoundPage } from './not-found-page.ts'

export type DraftPageNeeds = {
  appScheme: string
  stores: { appStoreUrl: string | null; playStoreUrl: string | null }
  lifetimeSeconds: number
  company: Pick<Company, 'legal_name'>
  answerWebApp: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
  noteOpened: Activity['noteOpened']
}

/**
 * GET /draft/:short_id, the link in the SMS when no app has opened it (spec 1, 2.7). Without a native app in a store,
 * it shows the web app. Otherwise it shows a page that opens the native app or links to the store or the web app.
 *
 * Makes no query before the response, which is identical for open, expired and unknown drafts; the visit is written
 * with the next flush. The server never reads the phone in the query; `assets/draft.js` moves it from the address bar
 * to the deep link.
 */
export function mountDraftPage(app: FastifyInstance, needs: DraftPageNeeds): void {
  const hasNativeApp = needs.stores.appStoreUrl !== null || needs.stores.playStoreUrl !== null
  const pages = renderPages((language) => draftPage(needs, language))
  app.get<{ Params: { short_id: string } }>('/draft/:short_id', (request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    const { short_id: shortId } = request.params
    if (!/^[0-9A-Za-z]{1,64}$/.test(shortId)) return answerNotFoundPage(request, reply)
    if (request.method === 'GET') needs.noteOpened(shortId)
    return hasNativeApp ? answerPage(request, reply, pages) : needs.answerWebApp(request, reply)
  })
}

function draftPage(needs: DraftPageNeeds, language: PersonLanguage): string {
  const { appScheme, stores, lifetimeSeconds, company } = needs
  const t = texts[language].pages.draft
  const storeLinks = [
    storeLink('apple', stores.appStoreUrl, t.appStore),
    storeLink('android', stores.playStoreUrl, t.playStore),
  ].join('')
  return layout({
    language,
    title: t.title,
    description: t.lead,
    scripts: ['draft.js'],
    footer: `<p>${t.neverShare}</p>${companyFoot(language, company.legal_name)}`,
    body: `<main id="main" class="draft">
<section class="hero">
<img class="scene" src="${assetUrl('scene.svg')}" width="320" height="120" alt="">
<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<div class="act">
<a class="button" id="open" href="#no-app" data-scheme="${escapeHtml(appScheme)}">${t.open}</a>
<p class="notice" id="not-opened" role="status" hidden>${t.notOpened} ${t.getApp}</p>
<p><a class="button plain" id="browse" href="/app" hidden>${t.browse}</a></p>
<p class="fine desk">${t.onComputer}</p>
</div>
<p class="assure">${t.onlyYou}</p>
</section>
<section class="card" aria-labelledby="next">
<h2 id="next">${t.next}</h2>
<ol class="steps">
${t.steps.map(({ name, what }) => `<li><div><h3>${name}</h3><p>${what}</p></div></li>`).join('\n')}
</ol>
<p class="wait">${t.waits(lifeOf(lifetimeSeconds))}</p>
</section>
<section class="card" id="no-app" aria-labelledby="no-app-title">
<h2 id="no-app-title">${t.noApp}</h2>
<p>${t.getApp}</p>
<div class="stores">${storeLinks}</div>
<noscript><p>${t.noScript}</p></noscript>
</section>
</main>`,
  })
}

const storeLink = (platform: 'apple' | 'android', url: string | null, text: string): string =>
  url
    ? `<a class="button plain" data-store="${platform}" href="${escapeHtml(url)}" rel="noreferrer noopener">${text}</a>`
    : ''

/** Rounded down, so the text never promises too much time. */
const lifeOf = (seconds: number): Duration =>
  seconds >= 3_600
    ? { count: Math.floor(seconds / 3_600), unit: 'hour' }
    : { count: Math.floor(seconds / 60), unit: 'minute' }
