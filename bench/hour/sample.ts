import { readdirSync, readFileSync } from 'node:fs'
import { unfinishedSql } from '../../server/db/leased-rows.ts'
import { belongsToRealTimeSql } from '../../server/db/worlds.ts'
import { descendantsOf } from '../../test/support/process-tree.ts'
import type { Topology } from '../../test/support/topology/start.ts'
import { residentBytesOf } from '../support/cpu.ts'

/** Figures by their names: sizes in MiB, ages in seconds. */
export type Sample = Record<string, number>

const MiB = 2 ** 20

export async function sample(topology: Topology): Promise<Sample> {
  const { nodes, pgbouncer, dataBalancer, httpBalancer } = topology
  const [first, second] = nodes.serve
  const ofNodes = [
    await ofNode('serve 1', first),
    await ofNode('serve 2', second),
    await ofNode('work', nodes.work),
  ]
  return {
    answers: ofNodes.reduce((all, { answers }) => all + answers, 0),
    ...Object.assign({}, ...ofNodes.map(({ held }) => held)),
    ...ofProgram('haproxy', httpBalancer.pid),
    ...ofProgram('haproxy of data', dataBalancer.program.pid),
    ...ofProgram('pgbouncer', pgbouncer.program().pid),
    ...(await ofDatabase(topology)),
    ...(await ofQueues(topology)),
  }
}

type Node = Topology['nodes']['work']

async function ofNode(name: string, { port, running }: Node): Promise<{ answers: number; held: Sample }> {
  const { pid } = running()
  const figures = await metricsOf(port)
  const decoders = descendantsOf(pid).map((each) => residentBytesOf(each.pid))
  const sum = (name: string, pattern = /^/) =>
    figures.reduce((all, each) => all + (each.name === name && pattern.test(each.labels) ? each.value : 0), 0)
  const answers = (pattern: RegExp) => sum('dray_http_request_seconds_count', pattern)
  return {
    // Without those to the balancer's question, and to this one.
    answers: answers(/route="\/(?!health|metrics)/),
    held: {
      ...ofProgram(name, pid),
      [`${name} heap`]: sum('nodejs_heap_size_used_bytes') / MiB,
      [`${name} external`]: sum('nodejs_external_memory_bytes') / MiB,
      [`${name} decoders`]: decoders.reduce((all, bytes) => all + bytes, 0) / MiB,
      [`${name} task errors`]: sum('dray_task_errors_total'),
      [`${name} answers of 5xx`]: answers(/status="5/),
    },
  }
}

function ofProgram(name: string, pid: number): Sample {
  return { [`${name} rss`]: residentBytesOf(pid) / MiB, [`${name} descriptors`]: descriptorsOf(pid).length }
}

const descriptorsOf = (pid: number): string[] => readdirSync(`/proc/${pid}/fd`)

type Figure = { name: string; labels: string; value: number }

async function metricsOf(port: number): Promise<Figure[]> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return [...text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels,
    value: Number(value),
  }))
}

async function ofDatabase({ database, pgbouncer, dataBalancer }: Topology): Promise<Sample> {
  const { rows } = await database.pool.query<{ all: number; idle: number; oldest: number }>(
    `select count(*)::float8 as all,
       count(*) filter (where state like 'idle in transaction%')::float8 as idle,
       coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 as oldest
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { all = 0, idle = 0, oldest = 0 } = rows[0] ?? {}
  return {
    'postgresql connections': all,
    'postgresql idle in transaction': idle,
    'postgresql oldest transaction': oldest,
    'pgbouncer clients': acceptedAt(new URL(pgbouncer.env.DATABASE_URL).port),
    'connections to the primary': acceptedAt(dataBalancer.postgresPort),
    'connections to redis': acceptedAt(new URL(dataBalancer.redisUrl).port),
  }
}

/** Open connections that a local port has accepted. */
function acceptedAt(port: number | string): number {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  const established = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => address.endsWith(local) && state === established).length
}

async function ofQueues({ database, nodes }: Topology): Promise<Sample> {
  const figures = await metricsOf(nodes.serve[0].port)
  const most = (name: string, label = '') =>
    Math.max(
      0,
      ...figures
        .filter((each) => each.name === name && each.labels.includes(label))
        .map((each) => each.value),
    )
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
     from sms where ${unfinishedSql('status')} and ${belongsToRealTimeSql('sms.job_id')}`,
  )
  return {
    'waiting sms': most('dray_waiting', '"sms"'),
    'oldest sms': rows[0]?.seconds ?? 0,
    'waiting payment effects': most('dray_payment_effects_waiting'),
    'oldest payment effect': most('dray_payment_effect_oldest_seconds'),
    'waiting photos': most('dray_waiting', '"orphan_photos"'),
    'waiting drafts': most('dray_waiting', '"expired_drafts"'),
  }
}
