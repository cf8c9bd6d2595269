// Plain JavaScript without dependencies, because every command reads it first.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** All files below a folder, relative to the root, except in builds and packages. */
export function filesBelow(root, folder) {
  const files = []
  // Not `recursive`: it takes ten times as long.
  const visit = (place) => {
    for (const entry of readdirSync(path.join(root, place), { withFileTypes: true }))
      if (!entry.isDirectory()) files.push(`${place}/${entry.name}`)
      else if (!isBuilt(entry.name)) visit(`${place}/${entry.name}`)
  }
  visit(folder)
  return files
}

/** `dist`, and the temporary folders beside it in which a build is made. */
const isBuilt = (name) => name === 'node_modules' || name === 'dist' || name.startsWith('dist-')

/** Hash of the sizes and times of files. An equal hash means that no file was edited; a copy has another hash. */
export function timesOf(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(path.join(root, file))
    hash.update(`${file}\0${size} ${mtimeMs}\0`)
  }
  return hash.digest('hex')
}
