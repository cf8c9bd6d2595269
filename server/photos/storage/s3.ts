import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { type Static, Type } from 'typebox'
import { lazyPromise } from '../../lib/lazy.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { createQuota } from '../../lib/quota.ts'
import { isPhotoName } from '../name.ts'
import { isMissing, s3Fault } from './s3-fault.ts'
import type { PhotoStorage, PhotoStorageProvider } from './storage.ts'

const env = Type.Object({
  S3_BUCKET: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._\\-]{1,62}$' }),
  S3_ENDPOINT: Type.Optional(Type.String({ format: 'service-url' })),
  S3_REGION: Type.String({ pattern: '^[A-Za-z0-9\\-]{1,40}$', default: 'us-east-1' }),
  S3_ADDRESSING: Type.Optional(Type.Enum(['path', 'virtual'], { type: 'string' })),
  S3_PREFIX: Type.String({ pattern: '^([A-Za-z0-9._\\-]+/)*$', default: '' }),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1, secret: true })),
})
type Settings = Static<typeof env>

/** A private bucket of AWS or of a server with its protocol. Each photo is one object, written by one request. */
export const s3: PhotoStorageProvider<typeof env> = {
  env,
  faults: ({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
    Boolean(S3_ACCESS_KEY_ID) === Boolean(S3_SECRET_ACCESS_KEY)
      ? []
      : [
          'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither for the role of the machine',
        ],
  isNamed: ({ S3_BUCKET }) => Boolean(S3_BUCKET),
  connect: openBucket,
}

/** A whole call, with its retries. A create request has 20 s for its photos. */
const callMs = 8_000

/** One try: the time until the connection is open, and until the response begins. */
const tryMs = { connection: 1_500, response: 3_500 }

/** Bytes of photos that wait for slow clients. Streams of S3 would instead hold the 50 connections of the agent. */
const maxHeldBytes = 67_108_864

function openBucket(settings: Settings): PhotoStorage {
  const library = lazyPromise(async () => {
    const sdk = await import('@aws-sdk/client-s3')
    return { sdk, client: createClient(sdk, settings) }
  })
  const held = createQuota(maxHeldBytes)
  const at = (photo: string) => ({ Bucket: settings.S3_BUCKET, Key: keyOf(settings.S3_PREFIX, photo) })

  return {
    name: 's3',
    put: (photo, bytes) =>
      orProviderError(async (abortSignal) => {
        const { sdk, client } = await library()
        const body = {
          Body: bytes,
          ContentLength: bytes.length,
          ContentType: 'image/jpeg',
          ContentMD5: md5(bytes),
        }
        await client.send(new sdk.PutObjectCommand({ ...at(photo), ...body }), { abortSignal })
      }),
    read: (photo) =>
      orProviderError(async (abortSignal) => {
        const { sdk, client } = await library()
        const get = () =>
          client.send(new sdk.GetObjectCommand(at(photo)), { abortSignal }).catch(nullIfMissing)
        return readWhole(get, { held, signal: abortSignal })
      }),
    remove: (photo) =>
      orProviderError(async (abortSignal) => {
        const { sdk, client } = await library()
        await client.send(new sdk.DeleteObjectCommand(at(photo)), { abortSignal }).catch(nullIfMissing)
      }),
    async *list() {
      for (let token: string | undefined; ; ) {
        const page = await orProviderError(async (abortSignal) => {
          const { sdk, client } = await library()
          const { S3_BUCKET: Bucket, S3_PREFIX: Prefix } = settings
          return client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }), {
            abortSignal,
          })
        })
        const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(settings.S3_PREFIX.length))
        yield* keys.filter(isPhotoName)
        token = page.NextContinuationToken
        if (!page.IsTruncated || !token) return
      }
    },
  }
}

function createClient(sdk: typeof import('@aws-sdk/client-s3'), settings: Settings): S3Client {
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings
  return new sdk.S3Client({
    region: settings.S3_REGION,
    ...(endpoint && { endpoint }),
    forcePathStyle: (settings.S3_ADDRESSING ?? (endpoint ? 'path' : 'virtual')) === 'path',
    // Without keys the library looks for those of the environment, the role of the machine or of the container.
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: tryMs.connection,
      requestTimeout: tryMs.response,
      throwOnRequestTimeout: true,
    },
    // Many servers do not know the newer checksums. Content-MD5 is checked by all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
  })
}

/** The library would write its warnings, and with them parts of requests, to the console. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

function keyOf(prefix: string, photo: string): string {
  if (isPhotoName(photo)) return `${prefix}${photo}`
  throw new ProviderError('photo s3', 'not the name of a photo', { retryable: false, outcome: 'refused' })
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64')

type Reading = { held: ReturnType<typeof createQuota>; signal: AbortSignal }

/** Reads the whole photo before a client gets the first byte, so a response that was cut off is read again. */
async function readWhole(
  get: () => Promise<GetObjectCommandOutput | null>,
  { held, signal }: Reading,
): Promise<{ stream: Readable; size: number } | null> {
  for (let tries = 1; ; tries += 1) {
    const found = await get()
    if (!found) return null
    const size = found.ContentLength ?? 0
    const body = found.Body as Readable | undefined
    if (!held.take('', size)) {
      body?.destroy()
      throw new ProviderError('photo s3', 'too many photos are being read', {
        retryable: true,
        outcome: 'refused',
      })
    }
    try {
      const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? [])
      if (bytes.length !== size) throw cutOff()
      return {
        stream: Readable.from(bytes, { objectMode: false }).once('close', () => held.release('', size)),
        size,
      }
    } catch (error) {
      held.release('', size)
      if (tries === 2 || signal.aborted) throw error
    }
  }
}

const cutOff = () => new ProviderError('photo s3', 'cut off', { retryable: true, outcome: 'refused' })

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

async function orProviderError<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await act(AbortSignal.timeout(callMs))
  } catch (error) {
    throw error instanceof ProviderError ? error : s3Fault(error)
  }
}
