/** The page with every operation of the partner API and its sandbox; the texts of the operations are in `contract/`. */
export const reference = {
  lead: 'Every operation of the API and of the sandbox, field by field, to read and to try.',
  intro:
    'The base URL is `{base_url}`; bodies are JSON. Every request has the `X-API-Key` header, see [Authentication](/docs/authentication). An optional field of a body may be `null`, which means absent. Responses may gain fields and `error` may gain codes: ignore fields that you do not know, and treat an unknown code by its status.',
  files:
    'For your tools: the [OpenAPI 3.1 document](/docs/openapi.json) and the one of the [sandbox](/sandbox/openapi.json), a [Postman collection](/docs/postman-collection.json) and its [environment](/docs/postman-environment.json).',
  sandbox: {
    title: 'The sandbox',
    text: 'The operations below are for test keys only. Production code needs none of them; the [page on the sandbox](/docs/sandbox) explains what they are for.',
  },
  guide: 'More in the guide',
  request: 'Request',
  responses: 'Responses',
  jsonBody: 'JSON body:',
  noBody: 'There is no body.',
  columns: { name: 'Name', place: 'Where', field: 'Field', type: 'Type', meaning: 'Meaning' },
  header: 'Header',
  response: 'Response',
  headersAndBody: 'Headers and body',
  places: { path: 'path', query: 'query', header: 'header' },
  required: 'required',
  optional: 'optional',
  or: 'or',
  alsoEverywhere: 'As of [every operation](#every-response):',
  body: 'Body:',
  everywhere: {
    title: 'Responses of every operation',
    headers: 'Every response has these headers, and every error `Link` too:',
    errors:
      'Every operation can answer with these errors; `413` and `415` only where the request has a body:',
    unknown:
      'The key is checked first. With a valid one, an unknown path gets [`404 not_found`](/docs/errors#not_found), and a known path with another method [`405 method_not_allowed`](/docs/errors#method_not_allowed), with its methods in the `Allow` header. A path with `GET` also answers `HEAD`.',
    bodies: 'Bodies of errors',
    bodiesLead: 'The [errors](/docs/errors) have the causes and remedies, each with the body as it is sent.',
  },
  characters: {
    between: ({ min, max }: { min: string; max: string }) => `${min} to ${max} characters.`,
    atLeast: (min: string) => `At least ${min} ${min === '1' ? 'character' : 'characters'}.`,
    atMost: (max: string) => `At most ${max} ${max === '1' ? 'character' : 'characters'}.`,
  },
  entries: (max: string) => `At most ${max} entries.`,
  numbers: {
    between: ({ min, max }: { min: string; max: string }) => `From ${min} to ${max}.`,
    atLeast: (min: string) => `At least ${min}.`,
    atMost: (max: string) => `At most ${max}.`,
  },
  always: (value: string) => `Always ${value}.`,
  oneOf: (values: string) => `One of ${values}.`,
  oneOfToday: (values: string) => `Today one of ${values}; later versions may add others.`,
  example: (value: string) => `Example: ${value}.`,
  tryIt: {
    title: 'Try it',
    body: 'Body',
    send: 'Send with the test key',
    answer: 'Response',
  },
}
