import type { Agent, Dispatcher } from 'undici'
import { traceHeaders } from './trace.ts'

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method' | 'headers'> & {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
}

/**
 * Sends one request and returns the response with an unread body. Rejects with undici's error if there is no response.
 * The trace of the current request goes along.
 */
export type HttpClient = (url: string, options: RequestOptions) => Promise<Dispatcher.ResponseData>

/** Creates a client with its own connections. undici is large, so it is loaded by the first request. */
export function createHttpClient(settings: Agent.Options): HttpClient {
  let dispatcher: Dispatcher | undefined
  return async (url, options) => {
    const { Agent, request } = await import('undici')
    dispatcher ??= new Agent(settings)
    return request(url, { ...options, headers: { ...options.headers, ...traceHeaders() }, dispatcher })
  }
}
