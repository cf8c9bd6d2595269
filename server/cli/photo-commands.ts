import { type Command, Option } from 'commander'
import type pg from 'pg'
import { listNodes } from '../db/nodes.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { type Moved, movePhotos } from '../photos/move.ts'
import { storageProviders } from '../photos/storage/index.ts'
import { connectPhotoPlaces } from '../start/connect-providers.ts'
import { jsonOption } from './options.ts'
import { say, show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

type MoveOptions = { to: string; removeUnknown: boolean; json: boolean }

export function addPhotoCommands(dray: Command): void {
  const photos = dray.command('photos').description('the stored photos')
  photos
    .command('move')
    .description(
      'move the photos to the storage that the servers use now, beside them; it goes on where it was stopped',
    )
    .addOption(
      new Option('--to <storage>', 'where PHOTO_STORAGE of the servers stores new photos')
        .choices(Object.keys(storageProviders))
        .makeOptionMandatory(),
    )
    .option('--remove-unknown', 'also delete files at the old place that belong to no photo here', false)
    .option(...jsonOption)
    .action(runMove)
}

async function runMove({ to, removeUnknown, json }: MoveOptions): Promise<void> {
  const moved = await withDatabase((context) => move(context, to, removeUnknown))
  const { bytes, damaged, ...counts } = moved
  show({ ...counts, mib: Math.round(bytes / 1_048_576), damaged: damaged.length }, json)
  say(verdict(moved, to), json)
  for (const name of json ? [] : damaged.slice(0, 20)) console.log(`  ${name}`)
  if (damaged.length > 0) process.exitCode = 1
}

async function move(context: CommandContext, to: string, removesUnknown: boolean): Promise<Moved> {
  await refuseOtherTarget(context, to)
  const { main, other } = connectPhotoPlaces(context.config)
  if (!other)
    throw new OperatorError(
      'The old place is not known here: set S3_BUCKET and what the bucket needs, then repeat',
    )
  return alone(context.pool, () =>
    movePhotos(
      { pool: context.pool, from: other, to: main },
      { removesUnknown, onProgress: reportEvery(5_000) },
    ),
  ).catch((error: unknown) => {
    if (error instanceof ProviderError)
      throw new OperatorError(`${error.message}\nWhat was moved stays moved: repeat the command to go on`)
    throw error
  })
}

/**
 * A server that still stores photos at the old place would go on to fill it.
 *
 * @throws OperatorError when the servers do not all store photos at the target.
 */
async function refuseOtherTarget({ kysely, config }: CommandContext, to: string): Promise<void> {
  if (config.photoStorage.name !== to)
    throw new OperatorError(
      `The servers store photos with PHOTO_STORAGE=${config.photoStorage.name}: set it to ${to} for all of them and restart them, then move`,
    )
  const late = (await listNodes(kysely)).filter(({ contradictions }) => 'PHOTO_STORAGE' in contradictions)
  if (late.length > 0)
    throw new OperatorError(
      `Restart these servers with PHOTO_STORAGE=${to} first: ${late.map(({ host }) => host).join(', ')}`,
    )
}

/** Holds a lock in a transaction, so two moves cannot run at the same time, also behind a pooler. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('dray photos move')) as locked`,
    )
    if (!rows[0]?.locked) throw new OperatorError('Another move is running')
    return await work()
  } finally {
    client.release(true)
  }
}

/** Reports the progress on standard error, at most once in the time. */
function reportEvery(ms: number): (moved: Moved) => void {
  let last = performance.now()
  return ({ photos, bytes }) => {
    if (performance.now() - last < ms) return
    last = performance.now()
    console.error(`${photos} photos moved (${Math.round(bytes / 1_048_576)} MiB)`)
  }
}

function verdict({ young, unknown, damaged }: Moved, to: string): string {
  const left = [
    young > 0 && `${young} were stored in the last ten minutes: repeat the command later.`,
    unknown > 0 &&
      `${unknown} files belong to no photo of this installation. If no other uses the place: --remove-unknown.`,
    damaged.length > 0 &&
      `${damaged.length} have another size than when they were stored, and are left where they are:`,
  ].filter((line) => line !== false)
  return left.length > 0 ? left.join('\n') : `All photos are on ${to}.`
}
