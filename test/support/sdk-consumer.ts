import path from 'node:path'

/** A program of a partner that is only compiled. `@ts-expect-error` marks what the compiler has to refuse. */
export const consumer = `
import {
  ConnectionError, Dray, DrayError, type DrayOptions, DuplicateReferenceError, type Estimate, type Fetch, JobEndedError,
  type JobInput, type Move, MoveNotPossibleError, NotFoundError, RateLimitError, type Sandbox, type SandboxJob,
  ValidationError,
} from '@dray/sdk'

declare const signal: AbortSignal | undefined
declare const job: JobInput
export const ownFetch: Fetch = async (url, init) => fetch(url, init)
export const options: DrayOptions = { apiKey: 'k', baseUrl: 'https://dray.example', fetch, timeoutMs: undefined }
const dray = new Dray(options)

export async function order(): Promise<string | null> {
  const trip = { size: 'M', pickup: { address: 'a', floor: 2 }, dropoff: { address: 'b' } } as const
  const estimate: Estimate = await dray.estimate(trip, { signal })
  const { data, requestId, rateLimit, headers } = await dray.createJob(job, { idempotencyKey: 'k' }).withResponse()
  const shown: [string, string | null, number | undefined, string | null] =
    [estimate.disclaimer, requestId, rateLimit?.remaining, headers.get('location')]
  const { status } = await dray.waitFor(data.job_id, ['posted', 'cancelled'], { signal, withinMs: 1_000 })
  const known: 'draft' | 'posted' | 'accepted' | 'completed' | 'cancelled' = status
  return shown[1] ?? known
}

export async function play(sandbox: Sandbox, jobId: string): Promise<string> {
  const job: SandboxJob = await sandbox.move(jobId, 'pay', { outcome: 'declined', signal })
  const { steps, next } = await sandbox.advanceTo(new Date())
  return (await sandbox.play(jobId, { signal }))?.status ?? next?.what ?? steps[0]?.what ?? job.story
}

export function explained(error: unknown): string | null {
  if (error instanceof ValidationError) return error.details['size'] ?? null
  if (error instanceof DuplicateReferenceError) return error.jobId
  if (error instanceof MoveNotPossibleError) return error.moves.find((move: Move) => move === 'pay') ?? error.helpUrl
  if (error instanceof JobEndedError) return error.job?.status ?? error.outcome
  return error instanceof DrayError ? named(error) : null
}

function named(error: DrayError): string {
  if (error instanceof NotFoundError) return error.name
  if (error instanceof RateLimitError) return String(error.retryAfterSeconds)
  if (error instanceof ConnectionError) return String(error.idempotencyKey)
  return error.code === 'payload_too_large' ? 'large' : error.code
}

// @ts-expect-error
dray.estimate({ size: 'XXL', pickup: { address: 'a' }, dropoff: { address: 'b' } })
// @ts-expect-error
dray.createJob({ title: 'no phone', size: 'S', pickup: { address: 'a' }, dropoff: { address: 'b' } })
// @ts-expect-error
dray.waitFor('id', 'expired')
// @ts-expect-error
dray.sandbox.move('id', 'fly')
// @ts-expect-error
new Dray({ baseUrl: 'https://dray.example' })
// @ts-expect-error
dray.estimate({ ...job }).then(({ total }) => total)
`

/** Compiler options of projects, by what their test says. All check the declarations too, unless they are of others. */
export const typeConfigs: Record<string, object> = {
  'module node16': { module: 'node16', target: 'es2022', lib: ['es2022', 'dom'], types: [] },
  'the types of Node.js in place of the DOM': {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [path.join(import.meta.dirname, '../../node_modules/@types')],
    skipLibCheck: true,
  },
  'the resolution of bundlers': {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  },
}

const samplesIn = (readme: string): string[] =>
  [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, sample = '']) => sample)

/** The program that the README begins with. */
export const readmeProgram = (readme: string): string => samplesIn(readme)[0] ?? ''

/** All samples of the README as one program: the first as it is, and the others in blocks of the same module. */
export function readmeSamples(readme: string): string {
  const [first = '', ...others] = samplesIn(readme)
  const declared = [
    `import { ConnectionError, DuplicateReferenceError, type JobInput, ServerError } from '@dray/sdk'`,
    'declare const process: { env: Record<string, string | undefined> }',
    'declare const console: { log: (...values: unknown[]) => void }',
    'declare const jobInput: JobInput, jobId: string, signal: AbortSignal',
  ]
  const blocks = others.map(
    (sample) => `{\n${sample.replace('createJob(job).with', 'createJob(jobInput).with')}}`,
  )
  return [...declared, first, ...blocks].join('\n')
}
