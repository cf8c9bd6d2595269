import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type S3Keys, signatureFault } from './s3-signature.ts'

/** A server with the protocol of S3 in memory, with one bucket. It checks signatures and clocks. */
export type FakeS3 = AsyncDisposable & {
  /** The settings with which Dray uses it. */
  env: Record<string, string>
  keys: S3Keys
  /** The objects by their key. */
  objects: Map<string, Buffer>
  /** `METHOD /path` of each request. */
  asked: string[]
  /** How far its clock is ahead of this machine's. */
  clockAheadMs: number
  /** Whether the bucket exists. */
  hasBucket: boolean
  /** Gets each request before the bucket does. Returns whether it has responded. */
  disturb: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
}

type Exchange = { request: http.IncomingMessage; response: http.ServerResponse; body: Buffer }

const bucket = 'photos'

export async function startFakeS3(): Promise<FakeS3> {
  const keys = { accessKeyId: 'AKIDSAMPLE', secretAccessKey: 'sample-secret-of-the-bucket' }
  const server = http.createServer((request, response) => {
    fake.asked.push(`${request.method} ${request.url}`)
    if (fake.disturb(request, response)) return
    buffer(request).then(
      (body) => respond(fake, { request, response, body }),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeS3 = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    keys,
    objects: new Map(),
    asked: [],
    clockAheadMs: 0,
    hasBucket: true,
    disturb: () => false,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

function respond(fake: FakeS3, exchange: Exchange): void {
  const { request, response, body } = exchange
  const now = Date.now() + fake.clockAheadMs
  response.setHeader('date', new Date(now).toUTCString())
  const fault = signatureFault(request, body, { keys: fake.keys, now })
  if (fault) return refuse(response, 403, fault)
  const url = new URL(request.url ?? '', 'http://localhost')
  const [, named, ...rest] = url.pathname.split('/')
  if (named !== bucket || !fake.hasBucket) return refuse(response, 404, 'NoSuchBucket')
  const key = decodeURIComponent(rest.join('/'))
  if (request.method === 'PUT') return put(fake, key, exchange)
  if (request.method === 'DELETE') {
    fake.objects.delete(key)
    return void response.writeHead(204).end()
  }
  if (key === '') return list(fake, url.searchParams, response)
  const found = fake.objects.get(key)
  if (!found) return refuse(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': found.length, 'content-type': 'image/jpeg' }).end(found)
}

function put({ objects }: FakeS3, key: string, { request, response, body }: Exchange): void {
  const md5 = createHash('md5').update(body).digest('base64')
  if (request.headers['content-md5'] !== md5) return refuse(response, 400, 'BadDigest')
  objects.set(key, body)
  response.writeHead(200).end()
}

/** Pages of 100, so that tests see more than one. */
function list({ objects }: FakeS3, query: URLSearchParams, response: http.ServerResponse): void {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, 100)
  const isTruncated = keys.length > page.length
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
  )
}

export function refuse(response: http.ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>quotes AKIDSAMPLE</Message></Error>`)
}
