/** What the SDK needs of `fetch`. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<{ status: number; headers: Headers; text: () => Promise<string> }>

export type DrayOptions = {
  /** Secret, for servers only. */
  apiKey: string
  /** The address of the service, without `/v1`. */
  baseUrl: string
  /** Replaces the `fetch` of the runtime. */
  fetch?: Fetch | undefined
  /** Timeout of each try in milliseconds. Default: 30,000. */
  timeoutMs?: number | undefined
  /** How often a temporary error is retried. Default: 2. */
  maxRetries?: number | undefined
  /** Language of messages and disclaimers, as in `Accept-Language`: `en` or `es`. */
  language?: string | undefined
  /**
   * A world of the sandbox with its own jobs and clock, for test runs at the same time: 1 to 64 letters, digits, `_`,
   * `-`.
   */
  world?: string | undefined
  /** Allows `http:` to a host that is not this machine: the API key is then sent unencrypted. */
  allowPlainHttp?: boolean | undefined
  /** In a browser every visitor can read the API key. */
  dangerouslyAllowBrowser?: boolean | undefined
}

export type RequestOptions = {
  /** Ends the call and its retries. The promise rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  language?: string | undefined
}

export type CreateOptions = RequestOptions & {
  /** Default: a random one for each call. A repeated request with the same one cannot create a second job. */
  idempotencyKey?: string | null | undefined
}

export type WaitOptions = RequestOptions & {
  /** Default: 5 minutes, which is also what the service asks for. Up to a tenth is added at random. */
  pollEveryMs?: number | undefined
  /** Timeout of the wait in milliseconds. Default: 48 hours, the life of a draft. */
  withinMs?: number | undefined
}

export type Settings = {
  apiKey: string
  baseUrl: string
  fetch: Fetch
  timeoutMs: number
  maxRetries: number
  language: string | undefined
  world: string | undefined
}

/** @throws TypeError if an option is not valid, without its value. */
export function settingsOf(options: DrayOptions): Settings {
  const { apiKey, timeoutMs = 30_000, maxRetries = 2, language, world } = options
  if (isBrowser() && options.dangerouslyAllowBrowser !== true)
    throw new TypeError('Dray: a browser would show the API key.')
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('Dray: `apiKey` must be as issued.')
  if (world && !/^[\w-]{1,64}$/.test(world)) throw new TypeError('Dray: `world` must be valid.')
  return {
    apiKey,
    baseUrl: checkedUrl(options),
    // Looked up at each request, so tools that replace the global `fetch` later still see all of them.
    fetch: options.fetch ?? ((...call) => fetch(...call)),
    timeoutMs: checkedTime('timeoutMs', timeoutMs),
    maxRetries,
    language,
    world,
  }
}

/** @throws TypeError if it is not a time for which a timer can run. */
export function checkedTime(name: string, ms: number): number {
  if (typeof ms === 'number' && ms > 0 && ms < 2 ** 31) return ms
  throw new TypeError(`Dray: \`${name}\` must be 1 to 2,147,483,647 milliseconds.`)
}

function checkedUrl({ baseUrl, allowPlainHttp }: DrayOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new TypeError('Dray: `baseUrl` must be like https://dray.example, without credentials or query.')
  // The paths begin with it. A 404 of a wrong path would look like a job that is gone.
  if (/\/v1\/*$/.test(url.pathname)) throw new TypeError('Dray: `baseUrl` is the address without `/v1`.')
  if (url.protocol === 'http:' && !allowPlainHttp && !isLoopback(url.hostname))
    throw new TypeError('Dray: `baseUrl` must be https, or the API key goes unencrypted.')
  return url.href.replace(/\/+$/, '')
}

const isLoopback = (host: string): boolean => /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(host)

const isBrowser = (): boolean => 'document' in globalThis
