import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { buildConnector } from 'undici'
import type { Address, Dial } from './checked-connection.ts'
import { FetchRefused, type RefusalReason } from './fetch-refused.ts'
import { type FetchGuard, guardedDownload } from './guarded-fetch.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { ProviderError } from './provider-error.ts'

const limits = { maxBytes: 2_097_152, totalTimeoutMs: 5_000 }

type Host = AsyncDisposable & {
  port: number
  place: string
  hits: string[]
  headers: http.IncomingHttpHeaders[]
}

/** An HTTP server on 127.0.0.1 that records its requests. */
async function startHost(answer: http.RequestListener): Promise<Host> {
  const hits: string[] = []
  const headers: http.IncomingHttpHeaders[] = []
  const server = http.createServer((request, response) => {
    hits.push(request.url ?? '')
    headers.push(request.headers)
    answer(request, response)
  })
  const disposable = await listen(server)
  const { port } = server.address() as AddressInfo
  return Object.assign(disposable, { port, place: `127.0.0.1:${port}`, hits, headers })
}

async function listen(server: net.Server): Promise<AsyncDisposable> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const startCanary = () => startHost((_, response) => response.end('secret'))

/** Simulates the internet: every connection is recorded and goes to `host`, which appears under the first address. */
function internet(host: Host, peer?: string): { dial: Dial; dialled: string[][] } {
  const dialled: string[][] = []
  const dial: Dial = (addresses) => {
    dialled.push(addresses.map(({ address }) => address))
    const connect = buildConnector({ timeout: 1_000 })
    return (options, callback) =>
      connect(
        { ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(host.port) },
        (error, socket) => {
          if (error) return callback(error, null)
          Object.defineProperty(socket, 'remoteAddress', { value: peer ?? addresses[0]?.address })
          return callback(null, socket)
        },
      )
  }
  return { dial, dialled }
}

const answer = (...addresses: string[]): Address[] =>
  addresses.map((address) => ({ address, family: net.isIP(address) }))

const publicAddress = '93.184.216.34'

/** Returns the reason of the refusal. Asserts that it has the common message and is not immediate. */
async function refusal(guard: FetchGuard, url: string, totalTimeoutMs = 5_000): Promise<RefusalReason> {
  const begunAt = performance.now()
  const error = await guardedDownload(guard, url, { ...limits, totalTimeoutMs }).then(
    () => assert.fail(`${url} was fetched`),
    (error: unknown) => error,
  )
  assert.ok(error instanceof FetchRefused, `${url}: ${String(error)}`)
  assert.equal(error.message, 'The file could not be downloaded')
  assert.ok(performance.now() - begunAt > 40, `${url} was refused at once`)
  return error.reason
}

const privateIPv4 = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.0.0.53',
  ],
  ...['127.255.255.254', '169.254.0.1', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255'],
  ...[
    '192.0.0.192',
    '192.0.2.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
  ],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
]

/** Every spelling of an IPv4 address that a URL parser normalizes to that address. */
function spellings(ip: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const shifted = (text: string, zero: number) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  return [
    ...[ip, `${ip}.`, String(whole), hex(whole), octal(whole), hex(whole).toUpperCase().replace('X', 'x')],
    ...[
      [a, b, c, d].map(hex).join('.'),
      [a, b, c, d].map(octal).join('.'),
      `${hex(a)}.${b}.${octal(c)}.${d}`,
    ],
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${b * 65_536 + c * 256 + d}`, `00${octal(a)}.${b}.${c}.${d}`],
    ...[
      shifted(ip, 0xff10),
      shifted(ip, 0x1d7ce),
      ip.replaceAll('.', '\u3002'),
      ip.replaceAll('.', '\uff0e'),
    ],
    ...[ip.replace(/^./, (digit) => `%3${digit}`), ip.replaceAll('.', '%2e')],
    ...[`[::ffff:${ip}]`, `[::ffff:${groups}]`, `[0:0:0:0:0:ffff:${groups}]`, `[::${ip}]`, `[::${groups}]`],
    ...[`[64:ff9b::${ip}]`, `[64:ff9b::${groups}]`, `[2002:${groups}::1]`, `[::ffff:0:${ip}]`],
  ]
}

const privateIPv6 = [
  ...[
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2001:10::1',
    '3fff::1',
  ],
  ...[
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%25eth0',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ],
].map((ip) => `[${ip}]`)

const privateNames = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'localhost.localdomain',
    'printer.local',
    'postgres',
  ],
  ...[
    'redis',
    'metadata',
    'metadata.google.internal',
    'instance-data',
    'intranet',
    'box.lan',
    'nas.home',
    'a.corp',
  ],
  ...['1.0.0.127.in-addr.arpa', 'hidden.onion', 'photos.example.com.', 'a..b.com', `${'a'.repeat(64)}.com`],
  ...[`${'abcdefgh.'.repeat(28)}com`, 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'local\u00adhost', '%6c%6f%63%61%6c%68%6f%73%74'],
]

const ports = [0, 1, 22, 25, 53, 81, 444, 3_000, 5_432, 6_379, 8_080, 8_443, 9_200, 11_211, 65_535, 65_536]

const schemes = [
  ...[
    'file:///etc/passwd',
    'file://photos.example.com/a',
    'ftp://photos.example.com/a',
    'gopher://photos.example.com/1',
  ],
  ...[
    'data:image/png;base64,iVBORw0KGgo=',
    'blob:http://photos.example.com/1',
    'javascript:alert(1)',
    'about:blank',
  ],
  ...[
    'ws://photos.example.com/a',
    'wss://photos.example.com/a',
    'dict://photos.example.com/',
    'jar:http://a.com!/b',
  ],
  ...[
    '',
    ' ',
    '/a.jpg',
    '//photos.example.com/a.jpg',
    'photos.example.com/a.jpg',
    'http:',
    'http://',
    'http:///a.com/b',
  ],
  ...[
    'http:photos.example.com',
    'http:/photos.example.com',
    'https:\\\\photos.example.com',
    'http://?',
    'http://#',
  ],
]

const tricks = [
  ...[
    'http://user@photos.example.com/',
    'http://user:pass@photos.example.com/',
    'http://@photos.example.com/',
  ],
  ...[
    'http://photos.example.com@127.0.0.1/',
    'http://127.0.0.1@photos.example.com/',
    'http://:@photos.example.com/',
  ],
  ...[
    'http://photos.example.com\\@127.0.0.1/',
    'http://127.0.0.1\\@photos.example.com/',
    'http://127.0.0.1\\a',
  ],
  ...[
    ' http://photos.example.com/',
    'http://photos.example.com/ ',
    'http://photos.example.com/a b',
    'ht\ntp://a.com/',
  ],
  ...[
    'http://photos.exam\tple.com/',
    'http://photos.example.com/\u0000',
    'http://127.0.0.1#@photos.example.com/',
  ],
  ...[
    'http://127.0.0.1?@photos.example.com/',
    'http://127.1/%00.photos.example.com',
    'http://127.0.0.1%00.a.com/',
  ],
  ...[
    'http://127.0.0.1\u0000.photos.example.com/',
    'http://[::1].photos.example.com/',
    'http://[127.0.0.1]/',
  ],
  ...['http://photos.example.com:80:80/', 'http://photos.example.com:80@127.0.0.1/', 'http://a%40127.0.0.1/'],
  ...[`http://photos.example.com/${'a'.repeat(2_048)}`],
]

test('2A no spelling of a private address, name, port or scheme sends a packet, not even to DNS', async () => {
  await using canary = await startCanary()
  const { dial, dialled } = internet(canary)
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return answer(publicAddress)
  }
  const hosts = [...privateIPv4.flatMap(spellings), ...privateIPv6, ...privateNames]
  const urls = [
    ...hosts.flatMap((host) => [
      `http://${host}/a.jpg`,
      `https://${host}/a.jpg`,
      `http://${host}:${canary.port}/`,
    ]),
    ...ports.map((port) => `http://photos.example.com:${port}/a.jpg`),
    ...[...schemes, ...tricks],
  ]
  assert.ok(urls.length >= 400, `${urls.length} URLs`)
  await Promise.all(
    urls.map(async (url) => {
      assert.equal(await refusal({ allowed: [], lookup, dial }, url), 'url', url)
      // Again without the test's DNS and connections.
      assert.equal(await refusal({ allowed: [] }, url), 'url', url)
    }),
  )
  assert.deepEqual(asked, [])
  assert.deepEqual(dialled, [])
  assert.deepEqual(canary.hits, [])
})

test('2A a name is refused whole when one of its addresses is private', async () => {
  await using canary = await startCanary()
  const { dial, dialled } = internet(canary)
  const twenty = Array.from({ length: 19 }, (_, index) => `93.184.216.${index + 1}`)
  const privates = [
    ...privateIPv4,
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1%eth0',
    '64:ff9b::7f00:1',
    '::7f00:1',
  ]
  const answers = privates.flatMap((ip) => [
    [ip],
    [publicAddress, ip],
    [ip, publicAddress],
    ['2606:4700::1', ip],
    [...twenty, ip],
  ])
  await Promise.all(
    answers.map(async (addresses) => {
      const lookup = async () => answer(...addresses)
      assert.equal(await refusal({ allowed: [], lookup, dial }, 'http://photos.example.com/a.jpg'), 'address')
    }),
  )
  assert.deepEqual(dialled, [])
  assert.deepEqual(canary.hits, [])
})

test('2A a name without an address, and a resolver that fails or never answers, are refused', async () => {
  const url = 'http://photos.example.com/a.jpg'
  assert.equal(await refusal({ allowed: [], lookup: async () => [] }, url), 'dns')
  const failing = () => Promise.reject(new Error('SERVFAIL'))
  assert.equal(await refusal({ allowed: [], lookup: failing }, url), 'dns')
  const silent = () => new Promise<never>(() => {})
  assert.equal(await refusal({ allowed: [], lookup: silent }, url, 100), 'timeout')
})

test('2A DNS rebinding: a name is resolved once, and the socket goes to the address that was checked', async () => {
  await using photos = await startHost((_, response) => response.end('photo'))
  const { dial, dialled } = internet(photos)
  const answers = [answer(publicAddress), answer('127.0.0.1')]
  let asked = 0
  const lookup = async () => answers[asked++] ?? []
  const guard: FetchGuard = { allowed: [], lookup, dial }
  const bytes = await guardedDownload(guard, 'http://photos.example.com/a.jpg?x=1#top', limits)
  assert.equal(bytes.toString(), 'photo')
  assert.equal(asked, 1)
  assert.deepEqual(dialled, [[publicAddress]])
  assert.deepEqual(photos.hits, ['/a.jpg?x=1'])
  assert.equal(await refusal(guard, 'http://photos.example.com/a.jpg'), 'address')
  assert.equal(dialled.length, 1)
})

test('2A DNS rebinding between two hops: each hop resolves and checks again', async () => {
  await using photos = await startHost((_, response) => response.writeHead(302, { location: '/again' }).end())
  const { dial } = internet(photos)
  const answers = [answer(publicAddress), answer('10.0.0.1')]
  let asked = 0
  const lookup = async () => answers[asked++] ?? []
  assert.equal(await refusal({ allowed: [], lookup, dial }, 'http://photos.example.com/a.jpg'), 'address')
  assert.deepEqual(photos.hits, ['/a.jpg'])
})

test('2A a socket that ends at another peer than the checked one is closed before a request is sent', async () => {
  await using canary = await startCanary()
  const { dial } = internet(canary, '127.0.0.1')
  const lookup = async () => answer(publicAddress)
  assert.equal(await refusal({ allowed: [], lookup, dial }, 'http://photos.example.com/a.jpg'), 'connection')
  assert.deepEqual(canary.hits, [])
})

test('2A a redirect to anything private or not HTTP is refused, and nothing is asked there', async () => {
  await using canary = await startCanary()
  await using source = await startHost((request, response) => {
    const [code, location] = JSON.parse(decodeURIComponent(request.url?.slice(1) ?? '')) as [number, string]
    response.writeHead(code, { location: location.replace('LONG', 'a'.repeat(2_048)) }).end('moved')
  })
  const targets = [
    ...[
      `http://${canary.place}/`,
      `//${canary.place}/`,
      `http://localhost:${canary.port}/`,
      'http://127.0.0.1/',
    ],
    ...[`http://[::ffff:127.0.0.1]:${canary.port}/`, `http://0x7f.1:${canary.port}/`, 'http://2130706433/'],
    ...[`http://0:${canary.port}/`, 'http://[::1]/', 'http://169.254.169.254/latest/', 'http://10.0.0.1/'],
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'data:image/png;base64,AAAA',
      'ftp://a.com/a',
    ],
    ...[
      'javascript:1',
      'https://[fd00:ec2::254]/',
      `http://user@${canary.place}/`,
      'http://',
      'http://redis/',
    ],
    ...['http://photos.example.com:22/', 'http://photos.example.com/LONG', 'http://printer.local/'],
  ]
  const guard = { allowed: [source.place] }
  const asked = [301, 302, 303, 307, 308].flatMap((code) =>
    targets.map((target) => encodeURIComponent(JSON.stringify([code, target]))),
  )
  assert.ok(asked.length >= 100)
  await Promise.all(
    asked.map(async (path) => {
      const reason = await refusal(guard, `http://${source.place}/${path}`)
      assert.ok(reason === 'url' || reason === 'redirect', `${decodeURIComponent(path)}: ${reason}`)
    }),
  )
  assert.deepEqual(canary.hits, [])
  assert.equal(source.hits.length, asked.length, 'one request each')
})

test('2A three redirects are followed, a fourth is not, and a loop ends there', async () => {
  await using source = await startHost((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) return response.end('photo')
    return response.writeHead(301, { location: `/${left - 1}` }).end()
  })
  const guard = { allowed: [source.place] }
  const bytes = await guardedDownload(guard, `http://${source.place}/3`, limits)
  assert.equal(bytes.toString(), 'photo')
  assert.deepEqual(source.hits, ['/3', '/2', '/1', '/0'])
  assert.equal(await refusal(guard, `http://${source.place}/4`), 'redirect')
  assert.equal(source.hits.length, 8)
  await using loop = await startHost((_, response) => response.writeHead(302, { location: '/' }).end())
  assert.equal(await refusal({ allowed: [loop.place] }, `http://${loop.place}/`), 'redirect')
  assert.equal(loop.hits.length, 4)
})

test('2A a redirect leads from http up to https, never from https down', async () => {
  await using photos = await startHost((request, response) => {
    if (request.url === '/up')
      return response.writeHead(302, { location: 'https://b.example.com/photo' }).end()
    if (request.url === '/down')
      return response.writeHead(302, { location: 'http://b.example.com/photo' }).end()
    return response.end('photo')
  })
  const { dial } = internet(photos)
  const guard: FetchGuard = { allowed: [], lookup: async () => answer(publicAddress), dial }
  assert.equal((await guardedDownload(guard, 'http://a.example.com/up', limits)).toString(), 'photo')
  assert.equal(await refusal(guard, 'https://a.example.com/down'), 'redirect')
  assert.deepEqual(photos.hits, ['/up', '/photo', '/down'])
})

test('2A a page that refreshes to another, or any answer but 200, is not a photo', async () => {
  await using canary = await startCanary()
  await using source = await startHost((request, response) => {
    const status = Number(request.url?.slice(1))
    response.writeHead(status, {
      refresh: `0; url=http://${canary.place}/`,
      location: `http://${canary.place}/`,
    })
    response.end()
  })
  const guard = { allowed: [source.place] }
  for (const status of [201, 204, 206, 300, 304, 305, 400, 401, 404, 500, 503]) {
    assert.equal(await refusal(guard, `http://${source.place}/${status}`), 'status', String(status))
  }
  assert.deepEqual(canary.hits, [])
})

test('2A PHOTO_SOURCES_ALLOWED exempts exactly the host and port it names', async () => {
  await using photos = await startHost((_, response) => response.end('photo'))
  await using canary = await startCanary()
  for (const [allowed, url] of [
    [photos.place, `http://${photos.place}/`],
    [`LocalHost:${photos.port}`, `http://localhost:${photos.port}/`],
    [photos.place, `http://0x7f.1:${photos.port}/`],
  ] as const) {
    assert.equal((await guardedDownload({ allowed: [allowed] }, url, limits)).toString(), 'photo', url)
  }
  const guard = { allowed: [photos.place] }
  for (const url of [`http://${canary.place}/`, `http://localhost:${photos.port}/`, 'http://127.0.0.1/']) {
    assert.equal(await refusal(guard, url), 'url', url)
  }
  assert.deepEqual(canary.hits, [])
})

test('2A the request says who asks and nothing else of ours', async () => {
  await using photos = await startHost((_, response) => response.setHeader('set-cookie', 'a=b').end('photo'))
  const guard = { allowed: [photos.place] }
  await guardedDownload(guard, `http://${photos.place}/1`, limits)
  await guardedDownload(guard, `http://${photos.place}/2`, limits)
  for (const { host, connection: _, ...headers } of photos.headers) {
    assert.equal(host, photos.place)
    assert.deepEqual(headers, {
      'user-agent': 'Dray photo fetcher',
      accept: 'image/jpeg, image/png, image/webp, image/gif;q=0.8',
      'accept-encoding': 'identity',
    })
  }
})

test('2A 2,097,152 bytes are accepted and one more is not, declared or not', async () => {
  await using source = await startHost((request, response) => {
    const [how, bytes] = (request.url ?? '').slice(1).split('-')
    const body = Buffer.alloc(Number(bytes), 7)
    if (how === 'declared') response.setHeader('content-length', body.length)
    else response.flushHeaders()
    response.end(body)
  })
  const guard = { allowed: [source.place] }
  for (const how of ['declared', 'chunked']) {
    const bytes = await guardedDownload(guard, `http://${source.place}/${how}-2097152`, limits)
    assert.equal(bytes.length, 2_097_152)
    assert.equal(await refusal(guard, `http://${source.place}/${how}-2097153`), 'size', how)
  }
})

test('2A no body is inflated: every content-encoding but identity is refused', async () => {
  await using source = await startHost((request, response) => {
    response.setHeader('content-encoding', decodeURIComponent(request.url?.slice(1) ?? ''))
    response.end(Buffer.alloc(1_000))
  })
  const guard = { allowed: [source.place] }
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'identity, gzip', 'GZIP', 'unknown']) {
    const reason = await refusal(guard, `http://${source.place}/${encodeURIComponent(encoding)}`)
    assert.equal(reason, 'encoding', encoding)
  }
  const bytes = await guardedDownload(guard, `http://${source.place}/identity`, limits)
  assert.equal(bytes.length, 1_000)
})

const ok = 'HTTP/1.1 200 OK\r\n'

/** Responses of a hostile server; some never end. */
const abuses: Record<string, (socket: net.Socket) => void> = {
  'a header line of 64 KB': (socket) => socket.write(`${ok}x: ${'a'.repeat(65_536)}\r\n\r\nphoto`),
  '10,000 headers': (socket) =>
    socket.write(
      `${ok}${Array.from({ length: 10_000 }, (_, index) => `x-${index}: y`).join('\r\n')}\r\n\r\n`,
    ),
  'no status line': (socket) => socket.end('photo'),
  'HTTP/0.9': (socket) => socket.end('<html>'),
  'a negative length': (socket) => socket.end(`${ok}content-length: -1\r\n\r\nphoto`),
  'two lengths': (socket) => socket.end(`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nphoto!`),
  'a length and chunks': (socket) =>
    socket.end(`${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nphoto\r\n0\r\n\r\n`),
  'a length it does not keep': (socket) => socket.end(`${ok}content-length: 500\r\n\r\nphoto`),
  'a length over the limit and no body': (socket) => socket.write(`${ok}content-length: 2097153\r\n\r\n`),
  'no answer': () => {},
  'a reset': (socket) => socket.resetAndDestroy(),
  'half a header': (socket) => socket.write(`${ok}x: `),
  'no end': (socket) => repeat(socket, `${ok}\r\n`, Buffer.alloc(65_536)),
  'chunks without end': (socket) =>
    repeat(
      socket,
      `${ok}transfer-encoding: chunked\r\n\r\n`,
      Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`),
    ),
  'interim answers without end': (socket) =>
    repeat(socket, '', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n')),
  'one byte at a time': (socket) => repeat(socket, `${ok}content-length: 1000\r\n\r\n`, Buffer.from('a'), 20),
  'most of the photo and then silence': (socket) =>
    socket.write(
      Buffer.concat([Buffer.from(`${ok}content-length: 2000000\r\n\r\n`), Buffer.alloc(1_990_000)]),
    ),
}

function repeat(socket: net.Socket, head: string, part: Buffer, pauseMs = 1): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(part), pauseMs)
  socket.once('close', () => clearInterval(timer))
}

for (const [name, abuse] of Object.entries(abuses)) {
  test(`2A a photo host that sends ${name} is refused by the deadline`, async () => {
    const server = net.createServer((socket) => socket.once('data', () => abuse(socket)))
    await using _ = await listen(server)
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const reason = await refusal({ allowed: [place] }, `http://${place}/a.jpg`, 400)
    assert.ok(['connection', 'timeout', 'size'].includes(reason), reason)
  })
}

test('2A a connection that is never completed is given up at the deadline', async () => {
  const dial: Dial = () => () => {}
  const guard: FetchGuard = { allowed: [], lookup: async () => answer(publicAddress), dial }
  assert.equal(await refusal(guard, 'http://photos.example.com/', 100), 'timeout')
})

test('a caller that hangs up ends the download, and that is not the host\u2019s fault', async () => {
  await using source = await startHost(() => {})
  const caller = new AbortController()
  const download = guardedDownload({ allowed: [source.place] }, `http://${source.place}/`, {
    ...limits,
    signal: caller.signal,
  })
  caller.abort()
  await assert.rejects(download, ProviderError)
  const arrived = Promise.withResolvers<void>()
  await using stalling = await startHost(() => arrived.resolve())
  const later = new AbortController()
  const begun = guardedDownload({ allowed: [stalling.place] }, `http://${stalling.place}/`, {
    ...limits,
    signal: later.signal,
  })
  void arrived.promise.then(() => later.abort())
  await assert.rejects(begun, ProviderError)
})

test('a caller that gives up in the line, before or after a redirect, is not refused for it', async () => {
  await using source = await startHost((_, response) =>
    response.writeHead(302, { location: `http://localhost:${source.port}/photo` }).end(),
  )
  for (const crowded of ['127.0.0.1', 'localhost']) {
    const semaphore = createKeyedSemaphore({ total: 2, perKey: 1 })
    await semaphore.enter(crowded)
    const guard = { allowed: [source.place, `localhost:${source.port}`], semaphore }
    const signal = AbortSignal.timeout(100)
    const download = guardedDownload(guard, `http://${source.place}/`, { ...limits, signal })
    await assert.rejects(download, ProviderError, crowded)
  }
})

test('4.2 a photo\u2019s time begins with its turn, not in the line', async () => {
  await using source = await startHost((request, response) => {
    if (request.url === '/photo') return response.end('photo')
    return response.writeHead(302, { location: `http://localhost:${source.port}/photo` }).end()
  })
  const semaphore = createKeyedSemaphore({ total: 2, perKey: 1 })
  const guard = { allowed: [source.place, `localhost:${source.port}`], semaphore }
  for (const crowded of ['127.0.0.1', 'localhost']) {
    const leave = await semaphore.enter(crowded)
    setTimeout(leave, 600)
    const short = { ...limits, totalTimeoutMs: 500 }
    assert.equal(String(await guardedDownload(guard, `http://${source.place}/`, short)), 'photo')
  }
})

test('2A at most two downloads of one host at a time, and redirects count for the host they lead to', async () => {
  let open = 0
  let most = 0
  await using source = await startHost((request, response) => {
    if (request.url === '/moved')
      return response.writeHead(302, { location: `http://${source.place}/photo` }).end()
    open += 1
    most = Math.max(most, open)
    return setTimeout(() => {
      open -= 1
      response.end('photo')
    }, 10)
  })
  const guard = {
    allowed: [source.place, `localhost:${source.port}`],
    semaphore: createKeyedSemaphore({ total: 8, perKey: 2 }),
  }
  const direct = Array.from({ length: 6 }, () => `http://${source.place}/photo`)
  const moved = Array.from({ length: 6 }, () => `http://localhost:${source.port}/moved`)
  await Promise.all([...direct, ...moved].map((url) => guardedDownload(guard, url, limits)))
  assert.equal(most, 2)
})
