import { loadSettings } from '../config/load-settings.ts'
import { readConfig } from '../config/read-config.ts'
import { OperatorError } from '../lib/operator-error.ts'

export type Asked = { method?: string; path: string; body?: object }

/**
 * Calls the sandbox of a running Dray, with the test key of `DRAY_TEST_KEY`: a key on the command line could be read by other users of
 * the machine. The address is `url`, or that of this installation.
 *
 * @throws OperatorError without a key, without an answer, or with the message of the answer.
 */
export async function askSandbox(
  { method = 'GET', path, body }: Asked,
  url: string | undefined,
): Promise<Record<string, unknown>> {
  const key = process.env.DRAY_TEST_KEY
  if (!key) throw new OperatorError('Put a test key into DRAY_TEST_KEY')
  const address = url ?? readConfig(loadSettings(process.env).env).baseUrl
  const answer = await fetch(new URL(`/sandbox/v1${path}`, address), {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
  }).catch(() => {
    throw new OperatorError(`Nothing answers at ${address}`)
  })
  if (answer.status === 204) return {}
  const told = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (!answer.ok) throw new OperatorError(refusal(answer.status, told))
  return told
}

function refusal(status: number, { message, details, moves }: Record<string, unknown>): string {
  const fields = Object.entries((details as Record<string, string> | undefined) ?? {})
  const reasons = fields.map(([field, why]) => `${field} ${why}`)
  const possible = Array.isArray(moves) ? [`possible now: ${moves.join(', ') || 'nothing'}`] : []
  const told = typeof message === 'string' ? message : `The sandbox answered ${status}`
  return [told, ...reasons, ...possible].join('\n')
}
