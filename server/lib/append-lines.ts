import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'

/**
 * Appends each value as a line of JSON to a file for its owner alone, and syncs them to the disk before it returns.
 * Existing lines are never rewritten.
 */
export async function appendLines(file: string, values: readonly object[]): Promise<void> {
  if (values.length === 0) return
  await mkdir(path.dirname(file), { recursive: true })
  await using handle = await open(file, 'a', 0o600)
  // The leading newline ends a line that a crash may have truncated.
  const { size } = await handle.stat()
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
  await handle.appendFile(size > 0 ? `\n${text}` : text)
  await handle.sync()
}
