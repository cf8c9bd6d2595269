import http from 'node:http'
import type { MountedRoute } from './mounted-routes.ts'

/** A request that no client of ours would send. Path and headers are sent byte by byte, as latin1. */
export type HostileRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export const noResponse = 'no response'

/** Status of the response, or what became of the connection. A stream that does not end is left after its headers. */
export function sendHostile(
  url: string,
  agent: http.Agent,
  hostile: HostileRequest,
): Promise<number | string> {
  const { method, path, headers, body } = hostile
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = http.request({ hostname, port, agent, method, path, headers: { ...length, ...headers } })
  request.on('error', ({ message }) => resolve(message))
  request.setTimeout(30_000, () => request.destroy(new Error(noResponse)))
  request.on('connect', (response) => resolve(response.statusCode ?? 0))
  request.on('response', (response) => {
    const status = response.statusCode ?? 0
    response.on('close', () => resolve(status)).on('error', () => {})
    if (response.headers['content-type']?.startsWith('text/event-stream')) request.destroy()
    else response.resume()
  })
  request.end(body)
  return promise
}

export const long = (length: number): string => 'x'.repeat(length)

/** For a parameter, a wildcard, or after a path without any. */
const segments = [
  ...[
    '%00',
    'a%00b',
    '%2e%2e',
    '%2e%2e%2fetc%2fpasswd',
    '..',
    '../../x',
    '..%2f..%2fx',
    '..%5c..%5cx',
    '%5c',
    '%2f',
  ],
  ...[
    'a%2fb',
    '%2f%2fx',
    '.',
    '//',
    '/./',
    '%ff',
    '%c0%af',
    '%c0%ae%c0%ae%c0%af',
    '%e0%80%af',
    '%ed%a0%80',
    '%f5%80',
  ],
  ...[
    '%',
    '%2',
    '%zz',
    '%u0041',
    '%2500',
    '%252e%252e',
    '\u00e9',
    '\u00ff\u00fe',
    '%f0%9f%98%80',
    '%e2%80%ae',
    '%ef%bb%bf',
  ],
  ...[
    '%0d%0aset-cookie:a',
    '%20',
    '+',
    '*',
    ';',
    ';a=b',
    "'",
    '"',
    "'%20or%201=1--",
    '%3cscript%3e',
    '$%7bx%7d',
    '{}',
    '|',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-1',
    '0',
    '1e999',
    '9'.repeat(30),
    long(513),
    long(9_000),
  ],
  ...[
    '01890000-0000-7000-8000-000000000000',
    '9999-99',
    '0000-00',
    '2026-02-30',
    'con',
    '.env',
    '.git%2fconfig',
  ],
]

/** The paths of a route with each of these in each place, and with something after it. */
export function hostilePaths({ url }: MountedRoute): string[] {
  const places = url.match(/:\w+|\*/g) ?? []
  const usual = usualPath(url)
  const ends = segments.flatMap((segment) => [`${usual}/${segment}`])
  if (places.length === 0)
    return [...ends.slice(0, 16), `${usual}/`, `${usual}//`, `${usual}%00`, `/${usual}`]
  return places.flatMap((_, place) => segments.map((segment) => pathWith(url, place, segment)))
}

const anId = '01890000-0000-7000-8000-000000000000'

/** The path of a route about a thing that there is not. */
export const usualPath = (url: string): string => url.replaceAll(/:\w+/g, anId).replaceAll('*', 'x')

function pathWith(url: string, place: number, segment: string): string {
  let at = -1
  return url.replaceAll(/:\w+|\*/g, () => (++at === place ? segment : anId))
}

/** Every method that Node reads, and some that it does not. */
export const hostileMethods = [...http.METHODS, 'FETCH', 'get', 'G-E_T', long(40)]

const garbage = [
  '',
  ' ',
  ',',
  ';',
  '=',
  '\u00ff\u00fe\u0080',
  '"',
  '%00',
  '*',
  '-1',
  '1e999',
  long(4_000),
  '{"a":1}',
  '%ff',
  '\t',
]

const named: Record<string, string[]> = {
  range: [
    'bytes=',
    'bytes=-',
    'bytes=9-1',
    'bytes=0-0,1-1,2-2',
    'bytes=-99999999999999999999',
    'bytes=999999999-',
    'x=1-2',
  ],
  'if-range': ['"x"', 'Thu, 99 Foo 2026'],
  'accept-encoding': ['gzip;q=x', 'br;q=0,gzip;q=0,identity;q=0,*;q=0', 'zstd', 'gzip, gzip, gzip'],
  'if-none-match': ['W/', 'W/"', '"a", "b', '*'],
  'if-match': ['"a"', '*'],
  'if-modified-since': ['Thu, 99 Foo 2026 99:99:99 GMT', '0', '275760-09-14'],
  'if-unmodified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  cookie: [
    'dray_session=',
    'dray_session=%00',
    'dray_session="',
    'dray_session=%ff; dray_session=a',
    `a=${long(6_000)}`,
    '__proto__=a',
  ],
  'content-type': [
    'application/json; charset=utf-16',
    'application/json;',
    'application/json; charset="',
    'a/b/c',
    'multipart/form-data',
  ],
  'content-encoding': ['gzip', 'br, br', 'x'],
  accept: ['text/html', '*/*;q=x', 'text/html;q=0'],
  'accept-language': ['es-', 'x-klingon', '*;q=2', `${'es,'.repeat(2_000)}en`, 'en;q=NaN', '\u00e9'],
  host: ['', 'a b', '..', '[::1', 'a:99999', '\u00e9.example', 'dray.test:x', long(3_000)],
  'last-event-id': ['\u00e9', '9'.repeat(40), '-1', '__proto__'],
  origin: ['null', 'http://', 'file://', 'http://a b'],
  referer: ['x:', 'http://%00'],
  authorization: ['Bearer', 'Bearer ', 'Bearer %00', 'Basic \u00ff', `Bearer ${long(6_000)}`],
  'x-api-key': ['dray_live_', `dray_live_${long(32)}`, '\u0080\u0081', 'a,b'],
  'idempotency-key': ['\u00e9', long(256), '""'],
  'x-forwarded-for': ['x', '::', '999.1.1.1', '1.1.1.1,,,', '\u00e9', '%00'],
  'x-forwarded-proto': ['x', 'https,http'],
  'x-forwarded-host': ['a b', '..'],
  'sec-fetch-site': ['x'],
  'sec-fetch-mode': ['navigate'],
  expect: ['100-continue', 'x'],
  upgrade: ['h2c', 'websocket'],
  te: ['trailers', 'x'],
  'stripe-signature': ['t=,v1=', 't=1,v1=\u00e9', 't=99999999999999999999,v1=x'],
  'x-twilio-signature': ['\u00e9', '='],
  'x-http-method-override': ['DELETE'],
}

/**
 * One header at a time: values with which its readers have problems, and one invalid value. That one differs for each
 * route, so together they get all.
 */
export const hostileHeaders = (turn: number): Record<string, string>[] =>
  Object.entries(named).flatMap(([name, values], at) =>
    [...values, garbage[(turn + at) % garbage.length] ?? ''].map((value) => ({ [name]: value })),
  )

const nul = JSON.stringify({ a: '\u0000' })

export const hostileBodies: (string | Buffer)[] = [
  ...[
    '',
    'null',
    '[]',
    '0',
    '""',
    'true',
    '{',
    '{}',
    '{"a":',
    '[[[',
    nul,
    '{"__proto__":{}}',
    '{"a":1,"a":2}',
    '\ufeff{}',
  ],
  ...[
    `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
    `"${long(60_000)}"`,
    '{"a":1e999}',
    '{"a":"\\ud800"}',
    '<xml/>',
    'a=b&a=c',
  ],
  ...[
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from([0xc0, 0xaf]),
    Buffer.alloc(1_000),
    Buffer.alloc(70_000, 0x61),
  ],
]
