import { cp, mkdtemp, readdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const built = new Set(['node_modules', 'dist'])
const own = new Set(['.git', 'data', 'data-dev'])

/** Copies the project to a temporary folder, without what is built. Its packages are those of the original. */
export async function copyProject(name: string): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), `dray-${name}-`))
  const names = (await readdir(root)).filter((name) => !built.has(name) && !own.has(name))
  const filter = (file: string) => !built.has(path.basename(file))
  for (const name of names)
    await cp(path.join(root, name), path.join(copy, name), { recursive: true, filter })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}
