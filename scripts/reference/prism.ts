import http from 'node:http'
import { freePort } from '../../test/support/free-port.ts'
import { largestHeaders, type Route, routeHeaders, startRelay } from './relay.ts'
import { startTool, type Work } from './tools.ts'

export type ApiRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}
export type Violation = { location: string[]; severity: string; message: string }
export type Validated = {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  violations: Violation[]
}

export type Prism = AsyncDisposable & {
  /** Sends a request through Prism, which compares the request and its response with the document. */
  send: (request: ApiRequest, route: Route) => Promise<Validated>
}

/** Starts Prism as a validating proxy. Without `--errors` it passes everything on and reports in a header. */
export async function startPrism(work: Work): Promise<Prism> {
  const relay = await startRelay()
  const port = await freePort()
  const command = ['prism', 'proxy', 'openapi.json', relay.url, '--host=127.0.0.1', `--port=${port}`]
  const child = startTool(work, [...command, '--no-cors'])
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const onText = (text: Buffer) => {
      output = (output + text.toString()).slice(-2_000)
      if (output.includes('is listening')) resolve()
    }
    // Read until the end: a full pipe would stop Prism, which logs each request.
    child.stdout?.on('data', onText)
    child.stderr?.on('data', onText)
    child.on('close', (code) => reject(new Error(`Prism ended with ${code}: ${output}`)))
  })
  return {
    send: (request, route) => send(port, request, route),
    async [Symbol.asyncDispose]() {
      child.kill()
      await relay[Symbol.asyncDispose]()
    },
  }
}

function send(port: number, { method, path, headers, body }: ApiRequest, route: Route): Promise<Validated> {
  const { promise, resolve, reject } = Promise.withResolvers<Validated>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = http.request(
    {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length, ...routeHeaders(route) },
      maxHeaderSize: largestHeaders,
      agent,
    },
    (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
          violations: violationsOf(response.headers['sl-violations']),
        }),
      )
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

/** A new connection for each request: Prism may close an idle one just when the next request is sent. */
const agent = new http.Agent({ keepAlive: false })

/** Prism cuts the list off at 8 KiB, and then it is not JSON. */
function violationsOf(header: string | string[] | undefined): Violation[] {
  if (header === undefined) return []
  const text = String(header)
  if (text.startsWith('Too many'))
    return [{ location: ['response'], severity: 'Error', message: `not readable: ${text.slice(0, 300)}` }]
  return JSON.parse(text) as Violation[]
}
