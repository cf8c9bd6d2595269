import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { answerPage, renderPages } from './answer-page.ts'
import { layout } from './layout.ts'

/** GET /: says what this server is, with links to the other pages. */
export function mountHomePage(app: FastifyInstance): void {
  const pages = renderPages(homePage)
  app.get('/', (request, reply) => answerPage(request, reply, pages))
}

function homePage(language: Language): string {
  const { title, lead, ways } = texts[language]
  return layout({
    language,
    title: `Dray · ${title}`,
    description: lead,
    body: `<main id="main" class="plain-page">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<ul class="ways">
${ways.map(({ href, name, what }) => `<li><a class="card way" href="${href}"><b>${name}</b><span>${what}</span></a></li>`).join('\n')}
</ul>
</main>`,
  })
}

const texts = {
  en: {
    title: 'Deliveries and moves, handed over in three calls',
    lead: 'This is a Dray server. A partner sends a job, the customer confirms it in the app, a carrier delivers it.',
    ways: [
      {
        href: '/app',
        name: 'For customers',
        what: 'Your jobs: open a draft, start one, follow what is on its way.',
      },
      { href: '/carrier', name: 'For carriers', what: 'Jobs nearby, your own, and what you have earned.' },
      {
        href: '/docs',
        name: 'Partner guide',
        what: 'From a test key to the first job, with every field and every error.',
      },
      { href: '/docs/reference', name: 'API reference', what: 'The three operations, to read and to try.' },
      { href: '/health/ready', name: 'Health', what: 'Whether this server can take work right now.' },
    ],
  },
  es: {
    title: 'Transportes y mudanzas con tres llamadas a la API',
    lead: 'Esto es un servidor Dray. Un socio crea un encargo, el cliente lo confirma en la app y un transportista lo entrega.',
    ways: [
      {
        href: '/app',
        name: 'Para clientes',
        what: 'Tus encargos: abre un borrador, empieza uno o sigue el que está en camino.',
      },
      {
        href: '/carrier',
        name: 'Para transportistas',
        what: 'Encargos cercanos, los tuyos y lo que has ganado.',
      },
      {
        href: '/docs',
        name: 'Guía para socios',
        what: 'De la clave de prueba al primer encargo, con cada campo y cada error. En inglés.',
      },
      {
        href: '/docs/reference',
        name: 'Referencia de la API',
        what: 'Las tres operaciones, para leerlas y probarlas. En inglés.',
      },
      { href: '/health/ready', name: 'Estado', what: 'Si este servidor puede trabajar ahora mismo.' },
    ],
  },
}
