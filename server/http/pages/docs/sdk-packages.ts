import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { builtHere } from '../web-app.ts'
import { mountFolder } from '../web-app-files.ts'

/** The file names of the packed SDKs, which npm and pip install from a URL. */
export function sdkPackages(): { npm: string; python: string } {
  const { version } = JSON.parse(sourceOf('typescript/package.json')) as { version: string }
  const [, pythonVersion] = /^__version__ = "(.+)"$/m.exec(sourceOf('python/src/dray/version.py')) ?? []
  return { npm: `dray-sdk-${version}.tgz`, python: `dray_sdk-${pythonVersion}-py3-none-any.whl` }
}

const sourceOf = (file: string): string => readFileSync(path.join(sdk, file), 'utf8')

const sdk = path.join(import.meta.dirname, '../../../../sdk')

/** GET /docs/sdk/<file>: the SDKs, packed by `npm run build`. */
export function mountSdkPackages(
  app: FastifyInstance,
  { webDist = builtHere }: { webDist?: string | undefined },
): void {
  const root = path.join(webDist, 'docs/sdk')
  if (existsSync(root)) mountFolder(app, { root, prefix: '/docs/sdk/' })
}
