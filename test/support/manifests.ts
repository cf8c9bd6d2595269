import { execFile, execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { deployFile } from './deploy-files.ts'
import { installTools } from './installed-tools.ts'

const root = path.join(import.meta.dirname, '../..')
const tools = path.join(root, 'test/deploy/tools')
const requireTool = createRequire(path.join(tools, 'package.json'))

/** One object of Kubernetes, as `kubectl` would send it. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec?: Record<string, unknown>
}

/** @returns why the packages that know the shapes of Kubernetes cannot be used, or null */
export const installManifestTools = (): Promise<string | null> => installTools(tools)

/** The objects of a kustomization below `deploy/kubernetes`. */
export function render(kubectl: string, folder: string): Manifest[] {
  const text = execFileSync(kubectl, ['kustomize', deployFile(`kubernetes/${folder}`)], { encoding: 'utf8' })
  return parseYaml(text)
}

/** All documents of a YAML file. */
export function parseYaml<T = Manifest>(text: string): T[] {
  const { parseAllDocuments } = requireTool('yaml') as {
    parseAllDocuments: (text: string) => { toJS: () => T }[]
  }
  return parseAllDocuments(text).map((document) => document.toJS())
}

/**
 * Checks the objects twice: by the schemas of Kubernetes, which know the forms of values, and as literals of its types,
 * in which a misspelt member is an error. A cluster would ignore it.
 *
 * @throws Error that names what is wrong.
 */
export async function checkManifests(name: string, manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests) await checkSchema(manifest)
  const lines = manifests.map(
    ({ kind, apiVersion, ...rest }, i) =>
      `import type { I${kind} as Kind${i} } from 'kubernetes-models/${apiVersion}'\n` +
      `export const manifest${i}: Kind${i} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 1)}\n`,
  )
  const folder = path.join(tools, 'node_modules/.cache')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}.ts`)
  await writeFile(file, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  await promisify(execFile)(tsc, ['--ignoreConfig', ...options, file], { cwd: folder }).catch((error) => {
    throw new Error((error as { stdout: string }).stdout, { cause: error })
  })
}

type Model = new (manifest: Manifest) => { validate: () => void }

async function checkSchema(manifest: Manifest): Promise<void> {
  const entry = path.join(tools, 'node_modules/kubernetes-models', manifest.apiVersion, 'index.js')
  const models = (await import(pathToFileURL(entry).href)) as Record<string, Model>
  const Kind = models[manifest.kind]
  if (!Kind) throw new Error(`Kubernetes has no ${manifest.apiVersion} ${manifest.kind}`)
  new Kind(manifest).validate()
}
