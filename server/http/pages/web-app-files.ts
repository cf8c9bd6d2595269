import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type FastifyStaticOptions, fastifyStatic } from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** `files.json` of the build, by source, or by name for a chunk of several sources. */
type Built = Record<string, BuiltFile>
type BuiltFile = { file: string; imports?: string[]; css?: string[] }

/** One build: its folder, its start page, and the URL of its files. */
type Build = { folder: string; html: string; base: string }

/**
 * Finds the files that a browser needs for given sources, so it can preload all of them concurrently.
 *
 * @returns a function from sources (`src/customer/draft/index.tsx`) to URLs.
 */
export function readWebAppFiles({ folder, html, base }: Build): (sources: string[]) => string[] {
  const builtFiles = readBuiltFiles(folder)
  return (sources) => builtFiles([html, ...sources]).map(({ file }) => base + file)
}

/** @returns a function from sources to their files, including imported files. */
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

type Folder = Omit<FastifyStaticOptions, 'root' | 'prefix' | 'wildcard'> & { root: string; prefix: string }

/**
 * Serves the files of a folder written by the build. Only their exact names reach the file system: for all other paths
 * (`%00`, `..`, a name that is too long) its result would be an error, and the response is 404.
 */
export function mountFolder(app: FastifyInstance, { root, prefix, ...options }: Folder): void {
  const urls = new Set(readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => prefix + name))
  app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (urls.has(request.url.split('?', 1)[0] ?? '')) done()
      else reply.callNotFound()
    })
    // `Range` and `If-Match` that a file does not match; other errors are server errors.
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      error.statusCode === 412 || error.statusCode === 416
        ? reply.code(error.statusCode).send()
        : app.errorHandler(error, request, reply),
    )
    await scope.register(fastifyStatic, { ...ofTheBuild, ...options, root, prefix })
  })
}

const ofTheBuild = {
  decorateReply: false,
  index: false as const,
  etag: true,
  setHeaders: (reply: FastifyReply) => void reply.header('x-content-type-options', 'nosniff'),
}

/** Files with a content hash in their names, compressed by the build and cached forever. */
export const mountHashedFiles = (app: FastifyInstance, place: { root: string; prefix: string }): void =>
  mountFolder(app, { ...place, preCompressed: true, maxAge: '365d', immutable: true })

/** Without a build, the server runs without the web pages; requests for them get a 503 that names the missing build. */
export function mountAbsence(app: FastifyInstance, urls: string[]) {
  const answer = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'retry-after': '60', 'referrer-policy': 'no-referrer' })
      .type('text/plain; charset=utf-8')
      .send('The web app is not built. If you run this server: `npm run build`, then start it again.\n')
  for (const url of urls) app.get(url, answer)
  return { answerWebApp: answer }
}
