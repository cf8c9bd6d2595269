import type { Static, TSchema } from 'typebox'
import type { Operation } from '#contract/operation.ts'
import { readKey, refuseKey } from './key-store.ts'
import { Refusal, type Sent } from './refusal.ts'

type Input<O extends Operation> = Part<O, 'params'> & Part<O, 'query'> & Part<O, 'body'>

type Part<O, Name extends 'params' | 'query' | 'body'> =
  O extends Record<Name, infer Schema extends TSchema>
    ? object extends Static<Schema>
      ? { [N in Name]?: Static<Schema> }
      : { [N in Name]: Static<Schema> }
    : { [N in Name]?: never }

type BodyOf<A> = A extends { body: infer Schema extends TSchema } ? Static<Schema> : undefined

/** Body of the success response. */
export type Output<O extends Operation> = O['answers'] extends { 201: infer A }
  ? BodyOf<A>
  : O['answers'] extends { 200: infer A }
    ? BodyOf<A>
    : undefined

/** Like `askAndTell`, but returns only the body of the response. */
export const ask = async <O extends Operation>(operation: O, input: Input<O>): Promise<Output<O>> =>
  (await askAndTell(operation, input)).output

/**
 * Requests an operation with the test key of this tab. Retries a few times while the sandbox world of the key is busy.
 *
 * @throws Refusal for an error response, and if no response came.
 */
export async function askAndTell<O extends Operation>(
  operation: O,
  input: Input<O>,
): Promise<{ output: Output<O>; sent: Sent }> {
  const key = readKey() ?? ''
  for (let attempt = 1; ; attempt++) {
    const { response, value } = await exchange(operation, input, key)
    if (response.ok) {
      return { output: value as Output<O>, sent: sentOf(operation, response) }
    }
    const refusal = refusalOf(response, value, sentOf(operation, response))
    if (refusal.code !== 'world_busy' || attempt === attempts) {
      // The person may have entered another key since.
      if ((response.status === 401 || response.status === 403) && key === readKey())
        refuseKey(refusal.message)
      throw refusal
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
  }
}

const attempts = 7

type Loose = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

async function exchange(
  operation: Operation,
  input: object,
  key: string,
): Promise<{ response: Response; value: unknown }> {
  const { params = {}, query, body } = input as Loose
  const path = operation.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = query ? `${path}?${new URLSearchParams(query).toString()}` : path
  try {
    const response = await fetch(url, {
      method: operation.method,
      headers: {
        'x-api-key': key,
        'accept-language': document.documentElement.lang,
        ...(body && { 'content-type': 'application/json' }),
      },
      credentials: 'omit',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { response, value: text ? JSON.parse(text) : undefined }
  } catch {
    throw new Refusal({
      status: 0,
      code: 'offline',
      message: '',
      details: {},
      sent: null,
      retryAfterSeconds: null,
    })
  }
}

const sentOf = ({ method, url }: Operation, { status, headers }: Response): Sent => ({
  call: `${method} ${url}`,
  status,
  requestId: headers.get('x-request-id') ?? '',
})

function refusalOf(response: Response, value: unknown, sent: Sent): Refusal {
  const { error, message, detail, details } = (value ?? {}) as Record<string, unknown>
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Refusal({
    status: response.status,
    code: typeof error === 'string' ? error : String(response.status),
    message: textOf(message) || textOf(detail),
    details: (details ?? {}) as Record<string, string>,
    sent,
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
