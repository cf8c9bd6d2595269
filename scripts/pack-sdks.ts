import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { sdkPackages } from '../server/http/pages/docs/sdk-packages.ts'
import { buildSdk } from './build-sdk.ts'

const sdk = path.join(import.meta.dirname, '../sdk')

/** Packs both SDKs into a folder, so that the server offers the packages that fit it: partners install them by URL. */
export async function packSdks(into: string): Promise<void> {
  const built = await mkdtemp(path.join(tmpdir(), 'dray-sdk-'))
  try {
    await buildSdk(path.join(built, 'dist'))
    const documents = ['README.md', 'LICENSE', 'CHANGELOG.md']
    const { npm, python } = sdkPackages()
    await rm(into, { recursive: true, force: true })
    await mkdir(into, { recursive: true })
    const typescript = await tarball('package', [
      { folder: path.join(sdk, 'typescript'), patterns: ['package.json', ...documents] },
      { folder: built, patterns: ['dist/*'] },
    ])
    await writeFile(path.join(into, npm), typescript)
    const source = {
      folder: path.join(sdk, 'python'),
      patterns: ['pyproject.toml', ...documents, 'src/dray/*.*'],
    }
    await writeFile(path.join(into, python), await tarball(path.basename(python, '.tar.gz'), [source]))
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

type Source = { folder: string; patterns: string[] }

/** All files under one folder, as npm and pip expect. Equal sources make equal bytes, so that nodes agree. */
async function tarball(top: string, sources: Source[]): Promise<Buffer> {
  const archive = pack()
  for (const { folder, patterns } of sources)
    for (const name of globSync(patterns, { cwd: folder }).sort())
      archive.entry({ name: `${top}/${name}`, mtime: packedAt }, await readFile(path.join(folder, name)))
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/** The time that npm gives to packed files. */
const packedAt = new Date('1985-10-26T08:15:00Z')
