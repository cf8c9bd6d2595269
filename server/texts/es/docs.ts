import type { Texts } from '../en/index.ts'

export const docs: Texts['docs'] = {
  documentation: 'Documentación',
  guide: 'Guía',
  reference: 'Referencia',
  console: 'Consola',
  companyPages: 'Empresa',
  search: {
    label: 'Buscar en la guía',
    placeholder: 'Buscar  ( / )',
    results: 'Resultados',
    none: 'No hay resultados. Prueba con otra palabra o con el nombre de un campo.',
    lost: 'No se ha podido cargar la búsqueda. Comprueba tu conexión e inténtalo de nuevo.',
  },
  contents: 'Contenido',
  groups: {
    begin: 'Primeros pasos',
    calls: 'Las llamadas',
    failures: 'Cuando algo falla',
    test: 'Probar',
    ship: 'Desarrollar y publicar',
  },
  morePages: 'Más páginas',
  previous: 'Anterior',
  next: 'Siguiente',
  asMarkdown: 'Esta página en Markdown',
  copy: 'Copiar',
  copied: 'Copiado',
  copyRefused: 'No permitido',
  withKey: 'Con tu clave de prueba',
  removeKey: 'Quitarla',
  summary:
    'Encarga un transporte o una mudanza para uno de tus usuarios con tres llamadas HTTP: estima un precio, crea un borrador y lee su estado. El cliente confirma y paga en la app, y un transportista entrega.',
  llms: {
    title: 'API de Dray para empresas',
    calls: 'Las tres llamadas',
    key: ({ baseUrl, support }) =>
      `La URL base es ${baseUrl} y los cuerpos son JSON. Cada petición lleva la cabecera \`X-API-Key\` con una clave. Una clave de pruebas es gratis y no mueve dinero: la emiten las personas de una empresa en «Claves», en las páginas de su empresa, ${baseUrl}/partner. Sin invitación a ellas, pídela a ${support}.`,
    documents: 'Documentos',
    openApi: 'Documento OpenAPI 3.1 de la API',
    sandboxOpenApi: 'Documento OpenAPI 3.1 del entorno de pruebas',
    whole: 'Toda la guía en un solo archivo',
    previewPrice: 'El precio de una distancia con tu tarifa, paso a paso.',
    previewText: 'El SMS que recibiría un cliente.',
    npmSdk: { title: 'SDK de TypeScript', note: 'Instálalo con `npm install` y esta URL.' },
    pythonSdk: { title: 'SDK de Python', note: 'Instálalo con `pip install` y esta URL.' },
    postmanCollection: {
      title: 'Colección de Postman',
      note: 'Todas las operaciones de la API y del entorno de pruebas.',
    },
    postmanEnvironment: { title: 'Entorno de Postman', note: 'Sus variables, como la URL base.' },
  },
  keyGivers: 'quienes llevan este servicio',
  toolOnPage: (url) => `(En la página hay una herramienta para esto: ${url})`,
  consolePage: {
    description: 'Crea encargos de prueba, muévelos con su reloj y lee los SMS de sus clientes.',
    lead: 'Da vida a un encargo de prueba: créalo, deja que actúen el cliente y el transportista, y adelanta el reloj. Cuando has creado aquí un encargo o dado un paso, el reloj avanza mientras ves esta página. Nada de esto llega a una persona real ni cuesta dinero.',
  },
  notFound: {
    title: 'Esta página no existe',
    lead: 'Comprueba la dirección, o busca arriba en la guía una palabra, un campo o un código de error.',
    guide: 'Ir a la guía',
  },
  toolNeedsScripts:
    'Esta herramienta necesita scripts, que están desactivados en este navegador. La guía muestra las mismas llamadas con curl.',
  toolNotBuilt:
    'La herramienta que va aquí no está compilada en este servidor. Su operador puede compilarla con `npm run build`.',
  endings: {
    as_you_leave_it: 'como lo dejes',
    completed: '`completed`',
    cancelled: '`cancelled`',
    gone: '`404`',
  },
}
