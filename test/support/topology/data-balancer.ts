import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deployText } from '../deploy-files.ts'
import { freePort, listens } from '../free-port.ts'
import { type Program, startProgram } from '../programs.ts'
import { until } from '../until.ts'
import type { Patroni } from './patroni.ts'
import type { RedisPair } from './redis-pair.ts'

/** HAProxy by `deploy/haproxy/data.cfg`: one address of the primary, and one of the master of Redis. */
export type DataBalancer = AsyncDisposable & { postgresPort: number; redisUrl: string; program: Program }

type Place = { folder: string; patroni: Patroni; redis: RedisPair }

export async function startDataBalancer({ folder, patroni, redis }: Place): Promise<DataBalancer> {
  const [postgresPort, redisPort] = [await freePort(), await freePort()]
  const [first, second] = patroni.members
  const text = deployText('haproxy/data.cfg', [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${postgresPort}`],
    ['bind 127.0.0.1:6379', `bind 127.0.0.1:${redisPort}`],
    ['10.0.0.21:5432 check port 8008', `127.0.0.1:${first.port} check port ${first.restPort}`],
    ['10.0.0.22:5432 check port 8008', `127.0.0.1:${second.port} check port ${second.restPort}`],
    ['10.0.0.41:6379', `127.0.0.1:${redis.ports[0]}`],
    ['10.0.0.42:6379', `127.0.0.1:${redis.ports[1]}`],
  ])
  const file = path.join(folder, 'data.cfg')
  const isRoot = process.getuid?.() === 0
  await writeFile(file, isRoot ? text : text.replaceAll(/^ {4}(user|group) .*\n/gm, ''))
  const program = startProgram('haproxy', ['-db', '-f', file])
  await until('HAProxy listens', () => {
    if (program.hasEnded()) throw new Error(program.output())
    return listens(postgresPort)
  })
  return {
    postgresPort,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    program,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}
