import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalServer = AsyncDisposable & { url: string; host: string; asked: string[] }

/** A local HTTP server with the given handler; records `METHOD /path` of each request. */
export async function serveLocally(
  answer: (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void,
): Promise<LocalServer> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A local port that refuses connections. */
export async function closedPort(): Promise<number> {
  const server = await serveLocally((_request, response) => response.end())
  await server[Symbol.asyncDispose]()
  return Number(new URL(server.url).port)
}
