import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deployText } from '../deploy-files.ts'
import { freePort, listens } from '../free-port.ts'
import { type Program, startProgram } from '../programs.ts'
import { until } from '../until.ts'

/** Two Redis by `deploy/redis`, and a Sentinel that makes the second one the master when the first is gone. */
export type RedisPair = AsyncDisposable & {
  ports: readonly [number, number]
  /** Kills the first one, the master of the start. */
  killFirst: () => Promise<void>
  startFirst: () => Promise<void>
}

export async function startRedisPair(parent: string): Promise<RedisPair> {
  await using opened = new AsyncDisposableStack()
  const folder = path.join(parent, 'redis')
  await mkdir(folder)
  const ports = [await freePort(), await freePort()] as const
  const launch = async (name: string, port: number, more = '') => {
    const text = deployText('redis/redis.conf', [
      ['bind 10.0.0.41', 'bind 127.0.0.1'],
      ['port 6379', `port ${port}`],
    ])
    const file = path.join(folder, `${name}.conf`)
    await writeFile(file, `${text}${more}dir ${folder}\n`)
    return startListening('redis-server', [file], port)
  }
  let first = await launch('first', ports[0])
  opened.defer(() => first[Symbol.asyncDispose]())
  opened.use(await launch('second', ports[1], `replicaof 127.0.0.1 ${ports[0]}\n`))
  const sentinelPort = await freePort()
  const sentinel = path.join(folder, 'sentinel.conf')
  const text = deployText('redis/sentinel.conf', [
    ['port 26379', `bind 127.0.0.1\nport ${sentinelPort}\ndir ${folder}`],
    ['monitor dray 10.0.0.41 6379 2', `monitor dray 127.0.0.1 ${ports[0]} 1`],
  ])
  await writeFile(sentinel, text)
  opened.use(await startListening('redis-server', [sentinel, '--sentinel'], sentinelPort))
  const all = opened.move()
  return {
    ports,
    killFirst: () => first.kill(),
    startFirst: async () => {
      first = await launch('first', ports[0])
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

async function startListening(name: string, args: string[], port: number): Promise<Program> {
  const program = startProgram(name, args)
  await until(`${name} listens`, () => {
    if (program.hasEnded()) throw new Error(program.output())
    return listens(port)
  })
  return program
}
