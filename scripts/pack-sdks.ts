import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { sdkPackages } from '../server/http/pages/docs/sdk-packages.ts'
import { buildSdk } from './build-sdk.ts'
import { pythonWheel } from './python-wheel.ts'

const sdk = path.join(import.meta.dirname, '../sdk')

/** Packs both SDKs into a folder, so the server offers the packages that fit it: partners install them by URL. */
export async function packSdks(into: string): Promise<void> {
  const built = await mkdtemp(path.join(tmpdir(), 'dray-sdk-'))
  try {
    await buildSdk(path.join(built, 'dist'))
    const { npm, python } = sdkPackages()
    await rm(into, { recursive: true, force: true })
    await mkdir(into, { recursive: true })
    const typescript = await tarball([
      {
        folder: path.join(sdk, 'typescript'),
        patterns: ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
      },
      { folder: built, patterns: ['dist/*'] },
    ])
    await writeFile(path.join(into, npm), typescript)
    await writeFile(path.join(into, python), await pythonWheel(path.join(sdk, 'python'), python))
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

type Source = { folder: string; patterns: string[] }

/** All files under the folder `package`, as npm expects. Equal sources make equal bytes, so nodes agree. */
async function tarball(sources: Source[]): Promise<Buffer> {
  const archive = pack()
  for (const { folder, patterns } of sources)
    for (const name of globSync(patterns, { cwd: folder }).sort())
      archive.entry({ name: `package/${name}`, mtime: packedAt }, await readFile(path.join(folder, name)))
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/** The time that npm gives to packed files. */
const packedAt = new Date('1985-10-26T08:15:00Z')
