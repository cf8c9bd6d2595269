import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/* Each node leaves a file with its id in the folder of the photos. A node whose file is missing there stores its photos
   in another folder, where the others do not find them. */

const marksIn = (folder: string): string => path.join(folder, '.nodes')

/**
 * Marks the folder, and removes marks of other installations. The marks are read before the nodes: a node has its row
 * before its mark, so each mark that was read has its row by then, also of a node that starts at the same time.
 *
 * @param readIds the ids of the installation's nodes.
 */
export async function markFolder(
  folder: string,
  id: string,
  readIds: () => Promise<readonly string[]>,
): Promise<void> {
  const marks = marksIn(folder)
  await mkdir(marks, { recursive: true, mode: 0o700 })
  await writeFile(path.join(marks, id), '', { mode: 0o600 })
  const found = await readdir(marks)
  const known = await readIds()
  const left = found.filter((name) => name !== id && !known.includes(name))
  await Promise.all(left.map((name) => unmarkFolder(folder, name)))
}

export const unmarkFolder = (folder: string, id: string): Promise<void> =>
  rm(path.join(marksIn(folder), id), { force: true })

/** The ids that have no mark in the folder. */
export async function findUnmarked(folder: string, ids: readonly string[]): Promise<string[]> {
  const marks = await readdir(marksIn(folder)).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return ids.filter((id) => !marks.includes(id))
}
