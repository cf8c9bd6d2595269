import { ProviderError } from '../../lib/provider-error.ts'

/** The members of the library's errors that are read. Its messages quote keys and the signed request. */
type SdkError = Error & { code?: unknown; $metadata?: { httpStatusCode?: number; attempts?: number } }

/** The object does not exist. A 404 with another code is a missing bucket or the page of a proxy, so an error. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as SdkError
  return name === 'NoSuchKey' && $metadata?.httpStatusCode === 404
}

/** The error of a call to S3, with the code and the status of the response or the code of the connection. */
export function s3Fault(error: unknown): ProviderError {
  const { name, code, $metadata } = error as SdkError
  const status = $metadata?.httpStatusCode
  // A try before the last one may have stored the photo, although its response was lost.
  const isRefused =
    name === 'CredentialsProviderError' ||
    ($metadata?.attempts === 1 && (neverSent.has(String(code)) || isRefusal(status)))
  const reason = status === undefined ? wordOf(code ?? name) : `${wordOf(name)}, status ${status}`
  return new ProviderError('photo s3', reason, {
    retryable: true,
    outcome: isRefused ? 'refused' : 'unknown',
  })
}

const isRefusal = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500

/** Codes of a connection that was never open. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** The code of a response is a text of the server, so only a word is quoted. */
const wordOf = (code: unknown): string =>
  typeof code === 'string' && /^[\w.]{1,60}$/.test(code) ? code : 'no answer'
