import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import type { Text } from '../../lib/problem.ts'
import { answerPage, renderPages } from './answer-page.ts'
import { escapeHtml, layout } from './layout.ts'

/** GET /admin: says that there is no panel yet, and lists the commands for operators. */
export function mountAdminPage(app: FastifyInstance): void {
  const pages = renderPages(adminPage)
  app.get('/admin', (request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    return answerPage(request, reply, pages)
  })
}

function adminPage(language: Language): string {
  const { title, lead, how } = texts[language]
  const section = ({ name, commands }: Group) => `<section class="card">
<h2>${name[language]}</h2>
<dl class="commands">
${commands.map(([command, what]) => `<dt><code>${unbroken(`dray ${command}`)}</code></dt><dd>${what[language]}</dd>`).join('\n')}
</dl>
</section>`
  return layout({
    language,
    title: `Dray · ${title}`,
    description: lead,
    body: `<main id="main" class="plain-page">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="lead">${how}</p>
${groups.map(section).join('\n')}
</main>`,
  })
}

/** Lets a line break between words, but not after the hyphens of an option. */
const unbroken = (command: string): string =>
  command
    .split(' ')
    .map((word) => `<span>${escapeHtml(word)}</span>`)
    .join(' ')

const texts = {
  en: {
    title: 'Operate Dray',
    lead: 'The operator panel is not part of this version. Every operation is a command.',
    how: 'Run them as <code>npm run dray -- partner list</code>, beside the running server. With <code>--json</code> each one prints a single JSON value and nothing else.',
  },
  es: {
    title: 'Operar Dray',
    lead: 'El panel del operador no forma parte de esta versión. Cada operación es una orden.',
    how: 'Se ejecutan así: <code>npm run dray -- partner list</code>, junto al servidor en marcha. Con <code>--json</code>, cada una imprime un solo valor JSON y nada más.',
  },
}

type Group = { name: Text; commands: [string, Text][] }

const groups: Group[] = [
  {
    name: { en: 'Partners and keys', es: 'Socios y claves' },
    commands: [
      [
        'partner create --company-name NAME',
        { en: 'Adds a partner. The name opens every SMS.', es: 'Añade un socio. El nombre abre cada SMS.' },
      ],
      ['partner list', { en: 'All partners.', es: 'Todos los socios.' }],
      [
        'partner suspend|resume PARTNER_ID',
        {
          en: 'Answers every key of a partner with 403, and undoes it.',
          es: 'Responde 403 a todas las claves de un socio, y lo deshace.',
        },
      ],
      [
        'key create --partner ID [--rate-limit N] [--mode live|test]',
        {
          en: 'Issues a key. Its value is shown once.',
          es: 'Emite una clave. Su valor se muestra una sola vez.',
        },
      ],
      [
        'key list',
        {
          en: 'All keys, by prefix and last four characters.',
          es: 'Todas las claves, por prefijo y últimos cuatro caracteres.',
        },
      ],
      [
        'key revoke KEY_ID',
        {
          en: 'Ends a key, within two seconds everywhere.',
          es: 'Anula una clave, en dos segundos en todas partes.',
        },
      ],
      [
        'key regenerate KEY_ID [--overlap 0|1h|24h|7d]',
        {
          en: 'A new value for the same key; the old one works until the overlap ends.',
          es: 'Un valor nuevo para la misma clave; el viejo sirve hasta que acaba el solape.',
        },
      ],
    ],
  },
  {
    name: { en: 'Jobs and messages', es: 'Encargos y mensajes' },
    commands: [
      [
        'job list',
        { en: 'The newest jobs with their status.', es: 'Los encargos más recientes con su estado.' },
      ],
      [
        'job show JOB_ID',
        { en: 'One job with its log of events.', es: 'Un encargo con su registro de sucesos.' },
      ],
      [
        'job cancel JOB_ID --reason TEXT',
        {
          en: 'Ends a published job. The customer gets everything back.',
          es: 'Termina un encargo publicado. El cliente lo recupera todo.',
        },
      ],
      [
        'job refund JOB_ID --amount CENTS --reason TEXT',
        {
          en: 'Gives money back after it was taken. The carrier keeps their part.',
          es: 'Devuelve dinero ya cobrado. El transportista conserva su parte.',
        },
      ],
      [
        'sms list',
        {
          en: 'Every SMS, newest last, test keys included.',
          es: 'Cada SMS, el más reciente al final, también los de prueba.',
        },
      ],
    ],
  },
  {
    name: { en: 'Carriers and customers', es: 'Transportistas y clientes' },
    commands: [
      [
        'carrier list',
        {
          en: 'Carriers, those who wait for your word first.',
          es: 'Transportistas, primero quienes esperan tu respuesta.',
        },
      ],
      [
        'carrier approve ACCOUNT_ID',
        { en: 'Lets a carrier accept jobs.', es: 'Permite a un transportista aceptar encargos.' },
      ],
      [
        'carrier reject|suspend ACCOUNT_ID --reason TEXT',
        {
          en: 'Keeps a carrier from new jobs. The reason is shown to them.',
          es: 'Le impide aceptar más encargos. El motivo se le muestra.',
        },
      ],
      ['account list', { en: 'The newest accounts of the app.', es: 'Las cuentas más recientes de la app.' }],
    ],
  },
  {
    name: { en: 'Money', es: 'Dinero' },
    commands: [
      [
        'payment list --stuck',
        {
          en: 'Payments whose call to the processor fails or takes long.',
          es: 'Pagos cuya llamada al procesador falla o tarda.',
        },
      ],
      [
        'ledger check',
        {
          en: 'Holds the ledger to wallets, payments and calls, and says what does not agree.',
          es: 'Compara el libro con monederos, pagos y llamadas, y dice lo que no cuadra.',
        },
      ],
    ],
  },
  {
    name: { en: 'Tariffs', es: 'Tarifas' },
    commands: [
      ['tariff show [--partner ID]', { en: 'The tariff in force.', es: 'La tarifa en vigor.' }],
      [
        'tariff set FILE [--partner ID] [--starts-at INSTANT]',
        {
          en: 'Puts a tariff in force. Jobs keep the one they were priced with.',
          es: 'Pone en vigor una tarifa. Cada encargo conserva la suya.',
        },
      ],
    ],
  },
  {
    name: { en: 'Installation', es: 'Instalación' },
    commands: [
      [
        'doctor',
        {
          en: 'Checks the settings and every provider, and says what to mend.',
          es: 'Comprueba los ajustes y cada proveedor, y dice qué arreglar.',
        },
      ],
      ['backup FILE', { en: 'Writes everything into one file.', es: 'Escribe todo en un fichero.' }],
      ['restore FILE', { en: 'Brings a backup back.', es: 'Recupera una copia.' }],
      [
        'migrate',
        { en: 'Brings the database to this version.', es: 'Lleva la base de datos a esta versión.' },
      ],
    ],
  },
]
