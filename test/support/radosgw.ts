import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** A Ceph RADOS Gateway, held in memory: a real server with the protocol of S3. */
export type Radosgw = AsyncDisposable & {
  env: Record<string, string>
  url: string
}

const tools = ['ceph', 'ceph-mon', 'ceph-osd', 'ceph-authtool', 'monmaptool', 'radosgw', 'radosgw-admin']

/** Why the gateway cannot run on this machine; false if it can. */
export const radosgwMissing: string | false = tools.every(isInstalled) ? false : 'no radosgw'

function isInstalled(tool: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => {
    try {
      accessSync(path.join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Starts one monitor, one store in memory and one gateway, with the bucket `photos`. */
export async function startRadosgw(): Promise<Radosgw> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dray-rgw-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const [port, monitorPort] = [await freePort(), await freePort()]
  const conf = path.join(folder, 'ceph.conf')
  for (const part of ['mon', 'osd', 'run']) await mkdir(path.join(folder, part))
  await writeFile(conf, confOf(folder, port, monitorPort))
  opened.defer(() => stopAll(folder))
  await startStore(folder, conf, monitorPort)
  const gateway = ['-c', conf, '-n', 'client.rgw']
  const keys = ['--access-key', 'testkey', '--secret-key', 'testsecret']
  await run('radosgw-admin', [
    ...gateway,
    'user',
    'create',
    '--uid',
    'test',
    '--display-name',
    'test',
    ...keys,
  ])
  await run('radosgw', gateway)
  const url = `http://127.0.0.1:${port}`
  await until('the gateway answers', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const env = {
    S3_ENDPOINT: url,
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'testkey',
    S3_SECRET_ACCESS_KEY: 'testsecret',
  }
  await changeBucket(env, 'create')
  const all = opened.move()
  return { env, url, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}

/** Creates or deletes the bucket. It must be empty to be deleted. */
export async function changeBucket(env: Record<string, string>, act: 'create' | 'delete'): Promise<void> {
  const { CreateBucketCommand, DeleteBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { S3_ENDPOINT = '', S3_BUCKET: Bucket, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  if (act === 'create') await client.send(new CreateBucketCommand({ Bucket }))
  else await client.send(new DeleteBucketCommand({ Bucket }))
  client.destroy()
}

const run = promisify(execFile)

async function startStore(folder: string, conf: string, monitorPort: number): Promise<void> {
  const keyring = path.join(folder, 'keyring')
  const all = (...parts: string[]) => parts.flatMap((part) => ['--cap', part, 'allow *'])
  const newKey = (name: string, ...caps: string[]) =>
    run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...caps])
  await run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', ...all('mon')])
  for (const name of ['client.admin', 'client.rgw']) await newKey(name, ...all('mon', 'osd', 'mgr'))
  await newKey(
    'osd.0',
    '--cap',
    'mon',
    'allow profile osd',
    ...all('osd'),
    '--cap',
    'mgr',
    'allow profile osd',
  )
  const map = path.join(folder, 'monmap')
  const address = `[v2:127.0.0.1:${monitorPort - 1},v1:127.0.0.1:${monitorPort}]`
  await run('monmaptool', ['--create', '--fsid', await fsidOf(conf), '--addv', 'a', address, map])
  await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring])
  await run('ceph-mon', ['-c', conf, '-i', 'a'])
  const osd = randomUUID()
  await run('ceph', ['-c', conf, 'osd', 'new', osd])
  await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd])
  await run('ceph-osd', ['-c', conf, '-i', '0'])
}

const fsidOf = async (conf: string): Promise<string> =>
  /fsid = (\S+)/.exec(await readFile(conf, 'utf8'))?.[1] ?? ''

const confOf = (folder: string, port: number, monitorPort: number): string => `[global]
fsid = ${randomUUID()}
mon host = v2:127.0.0.1:${monitorPort - 1},v1:127.0.0.1:${monitorPort}
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/$name.log
pid file = ${folder}/run/$name.pid
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
ms bind ipv6 = false
public addr = 127.0.0.1
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd memory target = 536870912
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = localhost
`

/** Ends the three servers by the ids that they have written. */
async function stopAll(folder: string): Promise<void> {
  for (const name of ['client.rgw', 'osd.0', 'mon.a']) {
    const pid = Number(await readFile(path.join(folder, 'run', `${name}.pid`), 'utf8').catch(() => ''))
    if (pid > 0) process.kill(pid, 'SIGKILL')
  }
}
