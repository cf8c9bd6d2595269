import { run as calls } from './calls/calls.ts'
import { callNames } from './calls/loads.ts'
import { run as peers } from './compare-peers.ts'
import { run as feed } from './feed.ts'
import { run as firstScreen } from './first-screen.ts'
import { run as growth } from './growth.ts'
import { run as indexes } from './indexes.ts'
import { run as life } from './life/life.ts'
import { run as limiter } from './limiter.ts'
import { run as memory } from './memory.ts'
import { run as panel } from './panel/panel.ts'
import { run as photos } from './photos.ts'
import { run as sandbox } from './sandbox/sandbox.ts'
import { run as smsToPublished } from './sms-to-published.ts'
import { run as start } from './start.ts'
import type { Bench } from './support/bench.ts'
import type { Result } from './support/result.ts'

/** A part prints its tables itself, or returns lines of the report. */
type Part = (bench: Bench) => Promise<Result[] | void>

export const parts: Record<string, Part> = {
  calls: (bench) => calls(bench, callNames),
  status: (bench) => calls(bench, ['status']),
  estimate: (bench) => calls(bench, ['estimate']),
  create: (bench) => calls(bench, ['create']),
  peers,
  photos,
  limiter: () => limiter(),
  start,
  growth,
  feed: ({ db }) => feed(db),
  panel: () => panel(),
  indexes: () => indexes(),
  'first-screen': () => firstScreen(),
  'sms-to-published': ({ options }) => smsToPublished(options),
  memory,
  life,
  sandbox: ({ db }) => sandbox(db),
}

/** The others are contained in `calls`, or take ten minutes and more: they run only if named. */
export const runsByDefault = ['calls', 'photos', 'limiter', 'start', 'growth', 'feed', 'first-screen']
