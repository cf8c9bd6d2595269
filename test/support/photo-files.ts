import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Names of the photos and pictures in the folder of the disk storage, sorted; without the marks of the nodes. */
export async function photoFiles({ dataDir }: { dataDir: string }): Promise<string[]> {
  const folder = path.join(dataDir, 'photos')
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return files
    .filter((file) => file.isFile() && path.basename(file.parentPath) !== '.nodes')
    .map(({ name }) => name)
    .sort()
}
