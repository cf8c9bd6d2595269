import { partnerApiTitle, tags } from './openapi.ts'
import type { Answer, Header, Operation } from './operation.ts'
import { partnerOperations } from './partner.ts'
import { sandboxOperations } from './sandbox/index.ts'

/**
 * The Postman collection of the partner API and its sandbox (format 2.1), with the requests and responses of the
 * OpenAPI documents. The address and the key are variables of an environment. A created job is stored as `job_id` for
 * the next request.
 */
export const postmanCollection = () => ({
  info: {
    name: partnerApiTitle,
    description:
      'Estimate a price, create a draft, read its status. Choose the environment that belongs to this collection, and set ' +
      '`api_key` to a test key.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'in', value: 'header', type: 'string' },
      { key: 'key', value: 'X-API-Key', type: 'string' },
      { key: 'value', value: '{{api_key}}', type: 'string' },
    ],
  },
  variable: [
    { key: 'job_id', value: '' },
    { key: 'before', value: '' },
  ],
  item: [
    ...tags.map(({ name, description }) => ({
      name,
      description,
      item: partnerOperations.filter(({ tag }) => tag === name).map(itemOf),
    })),
    {
      name: 'Sandbox',
      description: 'Only for test keys: move the jobs of your key and their clock, and read their SMS.',
      item: sandboxOperations.map(itemOf),
    },
  ],
})

/** The Postman environment of one installation; only the key is missing. */
export const postmanEnvironment = (baseUrl: string) => ({
  name: partnerApiTitle,
  values: [
    { key: 'base_url', value: baseUrl, type: 'default', enabled: true },
    { key: 'api_key', value: '', type: 'secret', enabled: true },
  ],
  _postman_variable_scope: 'environment',
})

function itemOf(operation: Operation) {
  const { operationId, summary, description, answers } = operation
  const sent = requestOf(operation)
  const script = scripts[operationId]
  return {
    name: summary,
    ...(script && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: [script] } }] }),
    request: { ...sent, description },
    response: Object.entries(answers).flatMap(([status, answer]) =>
      responsesOf(Number(status), answer).map((shown) => ({ ...shown, originalRequest: sent })),
    ),
  }
}

const scripts: Record<string, string> = {
  createJob: "if (pm.response.code === 201) pm.collectionVariables.set('job_id', pm.response.json().job_id)",
  // The next page of the list, for its parameter.
  listSandboxJobs: "pm.collectionVariables.set('before', pm.response.json().next ?? '')",
}

function requestOf({ method, url, params, query, body, example, requestHeaders }: Operation) {
  const names = Object.keys(params?.properties ?? {})
  const filters = Object.keys(query?.properties ?? {})
  return {
    method,
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...Object.entries(requestHeaders ?? {}).map(optionalHeader),
    ],
    ...(example && { body: { mode: 'raw', raw: rawBody(example), options: { raw: { language: 'json' } } } }),
    url: {
      raw: `{{base_url}}${url}`,
      host: ['{{base_url}}'],
      path: url.slice(1).split('/'),
      ...(names.length > 0 && { variable: names.map((name) => ({ key: name, value: `{{${name}}}` })) }),
      // Not sent by default.
      ...(filters.length > 0 && {
        query: filters.map((name) => ({ key: name, value: `{{${name}}}`, disabled: true })),
      }),
    },
  }
}

/** Listed, but not sent by default. Most requests need a new `Idempotency-Key`. */
const optionalHeader = ([name, { description }]: [string, Header]) => ({
  key: name,
  value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
  description,
  disabled: true,
})

/** A reference can be used once, so each request sends a new one, to avoid an error. */
const rawBody = (example: object): string =>
  JSON.stringify(
    'external_reference' in example ? { ...example, external_reference: 'order-{{$guid}}' } : example,
    null,
    2,
  )

const responsesOf = (code: number, { examples, description }: Answer) =>
  examples
    ? Object.entries(examples).map(([name, value]) => ({
        name: `${code} ${name}`,
        code,
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(value, null, 2),
        _postman_previewlanguage: 'json',
      }))
    : [{ name: `${code} ${description}`, code, header: [], body: '' }]
