import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Names of the photos and pictures in the folder of the disk storage, sorted. */
export async function photoFiles({ dataDir }: { dataDir: string }): Promise<string[]> {
  const folder = path.join(dataDir, 'photos')
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return files
    .filter((file) => file.isFile())
    .map(({ name }) => name)
    .sort()
}
