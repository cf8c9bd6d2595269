import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** `files.json` of the build, by source, or by name for a chunk of several sources. */
type Built = Record<string, BuiltFile>
type BuiltFile = { file: string; imports?: string[]; css?: string[] }

/** One build: its folder, the page that it starts from, and the URL that its files are under. */
type Build = { folder: string; html: string; base: string }

/**
 * Finds the files that a browser needs for given sources, so that it can preload all of them at once.
 *
 * @returns a function from sources (`src/customer/draft/index.tsx`) to URLs.
 */
export function readWebAppFiles({ folder, html, base }: Build): (sources: string[]) => string[] {
  const builtFiles = readBuiltFiles(folder)
  return (sources) => builtFiles([html, ...sources]).map(({ file }) => base + file)
}

/** @returns a function from sources to their files, with those that they import. */
export function readBuiltFiles(folder: string): (sources: string[]) => BuiltFile[] {
  const built = JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8')) as Built
  return (sources) => {
    const found = new Set<BuiltFile>()
    const visit = (name: string): void => {
      const entry = built[name]
      if (!entry || found.has(entry)) return
      found.add(entry)
      for (const imported of entry.imports ?? []) visit(imported)
    }
    for (const source of sources) visit(source)
    return [...found]
  }
}

/** Options for files from the disk. */
export const staticFiles = {
  decorateReply: false,
  index: false as const,
  etag: true,
  // A folder has no page. The plugin would throw a 403 for it.
  allowedPath: (pathname: string) => !pathname.endsWith('/'),
  setHeaders: (reply: FastifyReply) => void reply.header('x-content-type-options', 'nosniff'),
}

/** Files with a content hash in their names, compressed by the build and cached forever. */
export function mountHashedFiles(app: FastifyInstance, place: { root: string; prefix: string }): void {
  app.register(fastifyStatic, {
    ...staticFiles,
    ...place,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
  })
}
