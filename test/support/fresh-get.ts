import http from 'node:http'

/** Sends a GET over a new connection. @returns the status, or the error code if there is none (`ECONNREFUSED`). */
export function freshGet(url: string): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const request = http.get(url, { agent: false, timeout: 10_000 }, (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode ?? 0))
    response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  return promise
}
