import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response that a server has given before. */
export type Recorded = { status: number; headers: Record<string, string>; text: string }

/** Where the relay gets the response: from the server at a port of this machine, or from the request itself. */
export type Route = { port: number } | { recorded: Recorded }

const routeHeader = 'x-relay-route'

export const routeHeaders = (route: Route): Record<string, string> => ({
  [routeHeader]: Buffer.from(JSON.stringify(route)).toString('base64'),
})

export const largestHeaders = 1_048_576

/**
 * The server behind Prism. Prism has one upstream, but the requests need several Drays: healthy ones and broken ones.
 * And some responses cannot pass a proxy, such as those to malformed HTTP; for these the request brings the recorded
 * response.
 */
export async function startRelay(): Promise<AsyncDisposable & { url: string }> {
  const server = http.createServer({ maxHeaderSize: largestHeaders }, (request, response) => {
    const { [routeHeader]: encoded, ...headers } = request.headers
    const route = JSON.parse(Buffer.from(String(encoded), 'base64').toString()) as Route
    if ('recorded' in route) answerRecorded(route.recorded, response)
    else forward(request, response, { port: route.port, headers })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Headers of one connection; Node writes the headers of the new one. */
const ofConnection = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

function answerRecorded({ status, headers, text }: Recorded, response: http.ServerResponse): void {
  for (const [name, value] of Object.entries(headers))
    if (!ofConnection.has(name)) response.setHeader(name, value)
  response.writeHead(status).end(text || undefined)
}

type Forwarding = { port: number; headers: http.IncomingHttpHeaders }

function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { port, headers }: Forwarding,
): void {
  const { method, url } = request
  const sent = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  sent.on('error', (error) => response.destroy(error))
  request.pipe(sent)
}
