import { createHash, createHmac } from 'node:crypto'
import type http from 'node:http'

export type S3Keys = { accessKeyId: string; secretAccessKey: string }

/**
 * The refusal that a server with the protocol of S3 gives to the signature (version 4) of a request; null if it fits.
 *
 * @param now the clock of the server.
 */
export function signatureFault(
  { method = '', url = '', headers }: http.IncomingMessage,
  body: Buffer,
  { keys, now }: { keys: S3Keys; now: number },
): string | null {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, accessKeyId, day = '', region = '', signed = '', signature] = given
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const at = String(headers['x-amz-date'])
  const signedAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(signedAt - now) < 900_000)) return 'RequestTimeTooSkewed'
  const sent = String(headers['x-amz-content-sha256'])
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path, query = ''] = url.split('?')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, query.split('&').toSorted().join('&'), lines.join(''), signed, sent].join(
    '\n',
  )
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    hmac,
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  )
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(Buffer.from(canonical))].join('\n'))
  return expected.toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
