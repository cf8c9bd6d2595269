import { execFile } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A large request, and how its body is announced. */
export type LargeRequest = {
  url: string
  method: string
  headers: Record<string, string>
  bytes: number
  chunked: boolean
}

export type LargeAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends such a request as that client does. @returns the result for a program. It throws without a response. */
export type LargeBodyClient = (request: LargeRequest) => Promise<LargeAnswer>

const piece = Buffer.alloc(65_536, 'a')

async function* pieces(bytes: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += piece.length) {
    yield piece
    await nextTurn()
  }
}

export const byFetch: LargeBodyClient = async ({ url, method, headers, bytes, chunked }) => {
  const body = chunked ? ReadableStream.from(pieces(bytes)) : Buffer.alloc(bytes, 'a')
  // The types of `fetch` do not know `duplex`, which a stream needs.
  const init = { method, headers, body, duplex: 'half' } as RequestInit
  const response = await fetch(url, init)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

/** `http.client` sends the whole body before it reads. */
const httpClient = `
import http.client, json, sys
from urllib.parse import urlsplit
asked = json.loads(sys.argv[1])
parts = urlsplit(asked["url"])
connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
whole = b"a" * asked["bytes"]
body = (whole[i:i + 65536] for i in range(0, len(whole), 65536)) if asked["chunked"] else whole
connection.request(asked["method"], parts.path, body=body, headers=asked["headers"], encode_chunked=asked["chunked"])
answer = connection.getresponse()
print(json.dumps({"status": answer.status, "headers": {k.lower(): v for k, v in answer.getheaders()}, "body": answer.read().decode()}))
`

/** `urllib` always asks for `Connection: close`. */
const urllib = `
import json, sys, urllib.error, urllib.request
asked = json.loads(sys.argv[1])
whole = b"a" * asked["bytes"]
body = (whole[i:i + 65536] for i in range(0, len(whole), 65536)) if asked["chunked"] else whole
request = urllib.request.Request(asked["url"], data=body, headers=asked["headers"], method=asked["method"])
try:
    answer = urllib.request.urlopen(request, timeout=60)
except urllib.error.HTTPError as error:
    answer = error
print(json.dumps({"status": answer.code, "headers": {k.lower(): v for k, v in answer.headers.items()}, "body": answer.read().decode()}))
`

const byPython =
  (script: string): LargeBodyClient =>
  async (request) => {
    const headers = { ...request.headers, ...(request.chunked && { 'transfer-encoding': 'chunked' }) }
    const asked = JSON.stringify({ ...request, headers })
    return JSON.parse(await run('python3', ['-c', script, asked])) as LargeAnswer
  }

export const byHttpClient = byPython(httpClient)
export const byUrllib = byPython(urllib)

const byCurl =
  (more: Record<string, string>): LargeBodyClient =>
  async ({ url, method, headers, bytes, chunked }) => {
    const lines = { ...headers, ...more, ...(chunked && { 'transfer-encoding': 'chunked' }) }
    const args = Object.entries(lines).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const shown = [
      '-sS',
      '--http1.1',
      '-X',
      method,
      '--data-binary',
      '@-',
      '-w',
      '\n%{http_code} %{header_json}',
      url,
    ]
    const out = await run('curl', [...args, ...shown], Buffer.alloc(bytes, 'a'))
    const [, body = '', status = '', json = '{}'] = /^([^]*)\n(\d{3}) (\{[^]*\})\s*$/.exec(out) ?? []
    const each = Object.entries(JSON.parse(json) as Record<string, string[]>)
    return {
      status: Number(status),
      headers: Object.fromEntries(each.map(([name, [value = '']]) => [name, value])),
      body,
    }
  }

export const byCurlAsking = byCurl({ expect: '100-continue' })
export const byCurlAtOnce = byCurl({ expect: '' })

function run(program: string, args: string[], input?: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = execFile(program, args, { maxBuffer: 1_000_000 }, (error, stdout, stderr) =>
    error ? reject(new Error(`${program}: ${stderr || error.message}`)) : resolve(stdout),
  )
  // A client that has its response stops reading.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  return promise
}
