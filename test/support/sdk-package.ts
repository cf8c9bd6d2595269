import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildSdk } from '../../scripts/build-sdk.ts'

const root = path.join(import.meta.dirname, '../..')
const sdk = path.join(root, 'sdk/typescript')

/** The TypeScript SDK as `npm publish` packs it, installed into a project. */
export type PackedSdk = AsyncDisposable & {
  tarball: string
  /** A folder with a `package.json` and nothing but the SDK in `node_modules`. */
  project: string
  /** The installed package. */
  installed: string
}

/** Builds and packs the SDK, and installs the package without a network. */
export async function packSdk(): Promise<PackedSdk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dray-sdk-'))
  const source = path.join(folder, 'source')
  // A copy, so tests that run at the same time do not share `dist`.
  await cp(sdk, source, { recursive: true, filter: (file) => !/\/(dist|node_modules)$/.test(file) })
  await buildSdk(path.join(source, 'dist'))
  await npm(['pack', '--pack-destination', folder], { cwd: source, cache: folder })
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  const tarball = path.join(folder, name ?? 'no package')
  const project = path.join(folder, 'project')
  await mkdir(project)
  await writeFile(path.join(project, 'package.json'), '{"name":"shop","private":true,"type":"module"}')
  await npm(['install', '--ignore-scripts', tarball], { cwd: project, cache: folder })
  return {
    tarball,
    project,
    installed: path.join(project, 'node_modules/@dray/sdk'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Runs npm without a network and without what was downloaded before. */
function npm(args: string[], { cwd, cache }: { cwd: string; cache: string }) {
  const env = {
    ...process.env,
    npm_config_offline: 'true',
    npm_config_cache: path.join(cache, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  return promisify(execFile)('npm', args, { cwd, env })
}
