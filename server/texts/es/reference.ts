import type { Texts } from '../en/index.ts'

export const reference: Texts['reference'] = {
  lead: 'Todas las operaciones de la API y del entorno de pruebas, campo por campo, para leerlas y probarlas.',
  intro:
    'La URL base es `{base_url}` y los cuerpos son JSON. Cada petición lleva la cabecera `X-API-Key`; consulta [Autenticación](/docs/authentication). Un campo opcional de un cuerpo puede ser `null`, que significa ausente. Las respuestas pueden ganar campos y `error` puede ganar códigos: ignora los campos que no conozcas y guíate por el código de estado si no conoces un `error`.',
  files:
    'Para tus herramientas: el [documento OpenAPI 3.1](/docs/openapi.json) y el del [entorno de pruebas](/sandbox/openapi.json), una [colección de Postman](/docs/postman-collection.json) y su [entorno](/docs/postman-environment.json).',
  sandbox: {
    title: 'El entorno de pruebas',
    text: 'Las operaciones que siguen son solo para claves de prueba. El código de producción no necesita ninguna; la [página del entorno de pruebas](/docs/sandbox) explica para qué sirven.',
  },
  guide: 'Más en la guía',
  request: 'Petición',
  responses: 'Respuestas',
  jsonBody: 'Cuerpo JSON:',
  noBody: 'No tiene cuerpo.',
  columns: { name: 'Nombre', place: 'Dónde', field: 'Campo', type: 'Tipo', meaning: 'Significado' },
  header: 'Cabecera',
  response: 'Respuesta',
  headersAndBody: 'Cabeceras y cuerpo',
  places: { path: 'ruta', query: 'consulta', header: 'cabecera' },
  required: 'obligatorio',
  optional: 'opcional',
  or: 'o',
  alsoEverywhere: 'Como [todas las operaciones](#every-response):',
  body: 'Cuerpo:',
  everywhere: {
    title: 'Respuestas de todas las operaciones',
    headers: 'Todas las respuestas llevan estas cabeceras, y los errores, también `Link`:',
    errors:
      'Todas las operaciones pueden responder con estos errores; `413` y `415`, solo si la petición tiene cuerpo:',
    unknown:
      'Primero se comprueba la clave. Con una válida, una ruta desconocida recibe [`404 not_found`](/docs/errors#not_found), y una conocida con otro método, [`405 method_not_allowed`](/docs/errors#method_not_allowed), con sus métodos en la cabecera `Allow`. Una ruta con `GET` también responde a `HEAD`.',
    bodies: 'Cuerpos de los errores',
    bodiesLead:
      'En [Errores](/docs/errors) están las causas y qué hacer, cada una con el cuerpo tal como se envía.',
  },
  characters: {
    between: ({ min, max }) => `De ${min} a ${max} caracteres.`,
    atLeast: (min) => `Como mínimo ${min} ${min === '1' ? 'carácter' : 'caracteres'}.`,
    atMost: (max) => `Como máximo ${max} ${max === '1' ? 'carácter' : 'caracteres'}.`,
  },
  entries: (max) => `Como máximo ${max} elementos.`,
  numbers: {
    between: ({ min, max }) => `De ${min} a ${max}.`,
    atLeast: (min) => `Como mínimo ${min}.`,
    atMost: (max) => `Como máximo ${max}.`,
  },
  always: (value) => `Siempre ${value}.`,
  oneOf: (values) => `Uno de ${values}.`,
  oneOfToday: (values) => `Hoy, uno de ${values}; las versiones posteriores pueden añadir otros.`,
  example: (value) => `Ejemplo: ${value}.`,
  tryIt: {
    title: 'Pruébalo',
    body: 'Cuerpo',
    send: 'Enviar con la clave de prueba',
    answer: 'Respuesta',
  },
}
