// Plain JavaScript without dependencies, because every command reads it first.
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Makes stacks name the source files instead of the bundle's. Node's own support would read and parse all source maps
 * at every start, and cache them in memory; this reads one when the first stack with its file is printed.
 */
export function mapStacks(folder) {
  const maps = new Map()
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(path.join(folder, `${file}.map`)))
    return maps.get(file)
  }
  const frames = new RegExp(`${RegExp.escape(pathToFileURL(`${folder}/`).href)}([^/:?]+):(\\d+):(\\d+)`, 'g')
  Error.prepareStackTrace = (error, calls) =>
    [titleOf(error), ...calls.map(String)]
      .join('\n    at ')
      .replaceAll(frames, (place, file, line, column) => {
        const { originalSource, originalLine, originalColumn } =
          mapOf(file)?.findEntry(line - 1, column - 1) ?? {}
        if (originalSource === undefined) return place
        return `${path.resolve(folder, originalSource)}:${originalLine + 1}:${originalColumn + 1}`
      })
}

const readMap = (file) => (existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null)

function titleOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}
