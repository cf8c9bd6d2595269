import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Hash of all sources of the web app and of the SDKs, with the scripts that pack the SDKs. By content: a fresh checkout
 * has other mtimes but builds the same app.
 */
export function hashOfSources(root: string): string {
  const patterns = [
    'web/**/*.*',
    'contract/**/*.ts',
    'package-lock.json',
    'server/http/pages/assets/*.svg',
    'sdk/{python,typescript}/*.*',
    'sdk/{python,typescript}/src/**/*.{py,ts,typed}',
    'scripts/{build-sdk,pack-sdks,python-wheel}.ts',
  ]
  const exclude = ['web/dist*/**', '**/*.test.ts']
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

/** Source hash of the build in `dist`; null without a build. */
export function stampOf(dist: string): string | null {
  const file = path.join(dist, 'source.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
