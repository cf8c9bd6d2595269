import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const root = path.join(import.meta.dirname, '..')
const sdk = path.join(root, 'sdk/typescript')

/** `npm run build:sdk` builds the TypeScript SDK into `sdk/typescript/dist`: one module, and its declarations. */
if (import.meta.main) await buildSdk(path.join(sdk, 'dist'))

export async function buildSdk(into: string): Promise<void> {
  await build({
    root: sdk,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: into,
      emptyOutDir: true,
      target: 'es2022',
      // Not minified, so a stack and a debugger show readable code. The comments are in the declarations.
      minify: false,
      lib: { entry: path.join(sdk, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' },
      rolldownOptions: { output: { comments: false }, experimental: { attachDebugInfo: 'none' } },
    },
  })
  await declare(into)
}

/** Writes the declarations. Their imports name `.js` files, which every version of TypeScript resolves. */
async function declare(into: string): Promise<void> {
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  const source = path.join(sdk, 'src')
  const output = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', source]
  await promisify(execFile)(tsc, ['-p', sdk, ...output, '--outDir', into])
  for (const name of globSync('*.d.ts', { cwd: into })) {
    const file = path.join(into, name)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(from '\.\/[\w-]+)\.ts'/g, `$1.js'`))
  }
}
