import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Logger, symbols } from 'pino'
import type { AsSent } from '#contract/common.ts'
import {
  createJob,
  type Estimate,
  type EstimateInput,
  estimatePrice,
  type Job,
  type JobCreated,
  type JobInput,
} from '#contract/partner.ts'
import type { KeyMode, PersonLanguage } from '#contract/vocabulary.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { doctor } from '../../server/doctor/doctor.ts'
import { issueKey } from '../../server/keys/issue.ts'
import { newId } from '../../server/lib/ids.ts'
import { insertPartner } from '../../server/partners/store.ts'
import { ensureDefaultTariff } from '../../server/pricing/store.ts'
import type { StoredBody } from '../../server/sms/sealed-body.ts'
import { compose, type Dray } from '../../server/start/compose.ts'
import { createLog } from '../../server/start/log.ts'
import { settleSecretKey } from '../../server/start/secret-key.ts'
import { assertConforms } from './conformance.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { decryptedBody } from './decrypted-body.ts'
import { reportExchange } from './report-exchange.ts'

export type Answer<T> = { status: number; body: T; headers: Headers; text: string }
export type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  raw?: string | Buffer
}

/** A complete Dray on a real port, with a separate database and data folder. */
export type TestDray = AsyncDisposable & {
  dray: Dray
  db: TestDatabase
  url: string
  logged: string[]
  dataDir: string
  /** All SMS so far, oldest first. */
  texts: () => Promise<SentText[]>
  partner: (options?: PartnerOptions) => Promise<TestPartner>
  /** Sends any request. Every response under `/v1` is checked against the published document. */
  fetch: (path: string, sent?: Sent) => Promise<Answer<unknown>>
}

export type SentText = {
  to_phone: string
  body: string
  status: string
  provider: string
  job_id: string
  mode: KeyMode
}

export type PartnerOptions = {
  companyName?: string
  smsLanguage?: PersonLanguage
  mode?: KeyMode
  rateLimit?: number
}

export type TestPartner = {
  partnerId: string
  keyId: string
  apiKey: string
  estimate: (input: Partial<AsSent<EstimateInput>>) => Promise<Answer<Estimate>>
  create: (input?: Partial<AsSent<JobInput>>, headers?: Record<string, string>) => Promise<Answer<JobCreated>>
  read: (jobId: string, headers?: Record<string, string>) => Promise<Answer<Job>>
  call: (path: string, sent?: Sent) => Promise<Answer<Record<string, unknown>>>
}

export const sofa: JobInput = {
  title: 'Three-seat sofa',
  size: 'L',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+34612345678',
}

/** High limits, because all requests of a test come from one address and its phone numbers are consecutive. */
export const wideCodeCaps = {
  CODES_PER_HOUR: '100000',
  CODES_PER_HOUR_PER_COUNTRY: '100000',
  CODES_PER_HOUR_PER_NEIGHBOURHOOD: '100000',
  CODES_PER_HOUR_PER_ADDRESS: '100000',
  CODES_STOP_FROM: '0',
}

const wideLookUpCaps = {
  PRICES_PER_HOUR: '100000',
  PRICES_PER_HOUR_PER_ADDRESS: '100000',
  SUGGESTIONS_PER_HOUR: '100000',
  SUGGESTIONS_PER_HOUR_PER_ADDRESS: '100000',
}

/**
 * Starts Dray with environment settings: `await using app = await startDray()`. With `beside` it is another node on the
 * database and data folder of an existing one, which must be disposed after it. With `port` it listens there, for tests
 * whose `BASE_URL` must be right.
 */
export async function startDray(
  env: Record<string, string> = {},
  { beside, port = 0 }: { beside?: TestDray; port?: number } = {},
): Promise<TestDray> {
  const db = beside?.db ?? (await createDatabase())
  const dataDir = beside?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'dray-test-')))
  const logged: string[] = []
  const log = logInto(logged)
  const given = {
    DATA_DIR: dataDir,
    BASE_URL: 'http://dray.test',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...wideCodeCaps,
    ...wideLookUpCaps,
    ...env,
  }
  const config = readConfig(given)
  await ensureDefaultTariff(db)
  const secretKey = await settleSecretKey(db.kysely, config, log)
  const { directConnection } = db.connections
  const connection = { ...db.connections.connection, connectionTimeoutMillis: patienceMs }
  const settings = { env: given, file: null, fromFile: [], warnings: [] }
  const dray = await compose(config, {
    connection,
    directConnection,
    log,
    secretKey,
    settings,
    doctor,
    showOutbox: null,
  })
  const url = await dray.app.listen({ host: '127.0.0.1', port, listenTextResolver: () => '' })
  const call = caller(url)
  return {
    dray,
    db,
    url,
    logged,
    dataDir,
    texts: () => readTexts({ db, dataDir }),
    fetch: call,
    partner: (options = {}) => newPartner(db, config.serviceName, { options, call }),
    async [Symbol.asyncDispose]() {
      dray.app.server.closeAllConnections()
      await dray.app.close()
      await dray.close()
      if (beside) return
      await db[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * On a busy machine a connection to PostgreSQL may take longer than the 2 s of the product, and the response would be
 * 503. Tests of outages start processes, which have the timeout of the product.
 */
const patienceMs = 60_000

/** Collects Dray's log at level trace, before the log's last redaction: no line may need it. */
function logInto(lines: string[]): Logger {
  const log = createLog('trace')
  return Object.assign(log, { [symbols.streamSym]: { write: (line: string) => void lines.push(line) } })
}

/** Runs the background tasks, with short pauses, until the end of the scope: `await using _ = runTasks(app)`. */
export function runTasks({ dray }: TestDray): AsyncDisposable {
  const tasks = dray.startTasks(0.05)
  return { [Symbol.asyncDispose]: () => tasks.stop() }
}

async function readTexts({ db, dataDir }: Pick<TestDray, 'db' | 'dataDir'>): Promise<SentText[]> {
  const { rows } = await db.pool.query<SentText & StoredBody>(
    `select to_phone, body, status, provider, job_id, mode, id, sealed_body as "sealedBody"
     from sms order by created_at, id`,
  )
  return rows.map(({ id, sealedBody, body, ...row }) => ({
    ...row,
    body: decryptedBody({ dataDir }, { id, body, sealedBody }),
  }))
}

type Call = TestDray['fetch']

export function caller(url: string, send: typeof fetch = fetch): Call {
  return async (target, { method, headers, body, raw } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const verb = method ?? (payload === undefined ? 'GET' : 'POST')
    const sent: Record<string, string> = {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const response = await send(url + target, {
      method: verb,
      headers: sent,
      ...(payload !== undefined && { body: payload }),
      redirect: 'manual',
    })
    const text = await response.text()
    const { status } = response
    if (target.startsWith('/v1/')) {
      assertConforms({ method: verb, path: target, status, headers: response.headers, text })
      await reportExchange(() => ({
        request: { method: verb, path: target, headers: sent, body: payload?.toString() },
        recorded: { status, headers: Object.fromEntries(response.headers), text },
      }))
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status, body: text && isJson ? JSON.parse(text) : text, headers: response.headers, text }
  }
}

export async function newPartner(
  { kysely }: Pick<TestDatabase, 'kysely'>,
  service: string,
  { options, call }: { options: PartnerOptions; call: Call },
): Promise<TestPartner> {
  const partnerId = newId()
  const { companyName = 'Sample Partner', smsLanguage = null, mode = 'live', rateLimit = 100_000 } = options
  await insertPartner(kysely, { id: partnerId, companyName, smsLanguage })
  const { keyId, apiKey } = await issueKey(
    { kysely, service },
    { partnerId, mode, rateLimitPerMinute: rateLimit },
  )
  return asPartner({ partnerId, keyId, apiKey }, call)
}

/** The partner's operations, sent to the node of `call`. */
export function asPartner(
  identity: Pick<TestPartner, 'partnerId' | 'keyId' | 'apiKey'>,
  call: Call,
): TestPartner {
  const withKey = <T>(target: string, sent: Sent = {}) =>
    call(target, { ...sent, headers: { 'x-api-key': identity.apiKey, ...sent.headers } }) as Promise<
      Answer<T>
    >
  return {
    partnerId: identity.partnerId,
    keyId: identity.keyId,
    apiKey: identity.apiKey,
    estimate: (input) =>
      withKey(estimatePrice.url, {
        body: { size: sofa.size, pickup: sofa.pickup, dropoff: sofa.dropoff, ...input },
      }),
    create: (input, headers) =>
      withKey(createJob.url, { body: { ...sofa, ...input }, ...(headers && { headers }) }),
    read: (jobId, headers) => withKey(`/v1/jobs/${jobId}`, headers ? { headers } : {}),
    call: withKey,
  }
}
