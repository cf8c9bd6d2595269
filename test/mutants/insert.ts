import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mutant } from './mutant.ts'

/** Writes the fault into a copy of the project. @returns a function that restores the file. */
export async function insertFault(
  copy: string,
  { file, from, to }: Pick<Mutant, 'file' | 'from' | 'to'>,
): Promise<() => Promise<void>> {
  const place = path.join(copy, file)
  const text = await readFile(place, 'utf8')
  await writeFile(
    place,
    text.replace(from, () => to),
  )
  return () => writeFile(place, text)
}
