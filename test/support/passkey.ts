import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AssertionCredential, RegistrationCredential } from '#contract/admin/passkeys.ts'

/** A passkey in software: what a browser and an authenticator do together. */
export type Passkey = {
  create: (options: CreationOptions) => RegistrationCredential
  get: (options: RequestOptions, more?: Deviation) => AssertionCredential
  /** Set back by a test, it is a copy that knows less. */
  counter: number
  /** For the authenticator of a browser; keys in DER, all base64url. */
  exported: () => { id: string; userHandle: string; privateKey: string; publicKey: string; signCount: number }
}

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }

/** What a test makes wrong. */
type Deviation = { origin?: string; rpId?: string; flags?: number; challenge?: string }

const [present, verified, attested] = [0x01, 0x04, 0x40]
const [eligible, backedUp] = [0x08, 0x10]

/** `isSynced`: it is backed up and on several devices, whose counters do not agree. */
export function newPasskey(origin = 'http://dray.test', { isSynced = false } = {}): Passkey {
  const synced = isSynced ? eligible | backedUp : 0
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle = randomBytes(16).toString('base64url')
  const self: Passkey = {
    counter: 1,
    create({ challenge, rp, user }) {
      userHandle = user.id
      const data = Buffer.concat([
        head({ rpId: rp.id ?? '', flags: present | verified | attested | synced, counter: self.counter }),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { ...identity(id), response }
    },
    get({ challenge, rpId = '' }, more = {}) {
      const flags = more.flags ?? present | verified | synced
      const data = head({ rpId: more.rpId ?? rpId, flags, counter: ++self.counter })
      const client = clientData('webauthn.get', more.challenge ?? challenge, more.origin ?? origin)
      const signed = Buffer.concat([data, sha256(client)])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      }
      return { ...identity(id), response }
    },
    exported: () => ({
      id: id.toString('base64url'),
      userHandle,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
      signCount: self.counter,
    }),
  }
  return self
}

const identity = (id: Buffer) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key' as const,
  clientExtensionResults: {},
})

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function head({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags, 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest])
}

/** The public key as a COSE map: EC2, ES256, P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** The part of CBOR (RFC 8949) that passkeys need. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (members: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, members.length), ...members.flat()])
