import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerStatic, type StaticBody, staticBody } from './static-body.ts'

/**
 * GET /assets/<name>.<hash>.<css|js|svg>: served from memory, cached forever, because the URL changes with the content.
 */
export function mountAssets(app: FastifyInstance): void {
  const byUrl = new Map(assets.map((each) => [each.url, each]))
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const found = byUrl.get(`/assets/${request.params.file}`)
    return found ? answerAsset(request, reply, found) : reply.callNotFound()
  })
}

/** @throws for an unknown file: a bug in a page, found at startup. */
export function assetUrl(name: string): string {
  const found = assets.find((each) => each.name === name)
  if (!found) throw new Error(`There is no asset ${name}`)
  return found.url
}

export type Asset = { name: string; url: string; type: string; body: StaticBody }

/** An asset whose URL has the hash of its content. */
export function asset(urlPrefix: string, name: string, content: string | Buffer): Asset {
  const { name: stem, ext } = path.parse(name)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return {
    name,
    url: `${urlPrefix}/${stem}.${hash}${ext}`,
    type: types[ext] ?? '',
    body: staticBody(content),
  }
}

export const answerAsset = (request: FastifyRequest, reply: FastifyReply, { type, body }: Asset) =>
  answerStatic(request, reply.header('cache-control', 'public, max-age=31536000, immutable').type(type), body)

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Style sheets in several files, joined in this order, so a page needs one request for them. */
const joined = {
  'pages.css': ['pages/base.css', 'pages/draft.css', 'pages/plain-page.css'],
  'guide.css': [
    'guide/text.css',
    'guide/contents.css',
    'guide/tables.css',
    'guide/samples.css',
    'guide/search.css',
  ],
}

/** The files in the folder `assets`, read when this module is loaded. */
const source = path.join(import.meta.dirname, 'assets')
const read = (name: string): string => readFileSync(path.join(source, name), 'utf8')
const assets = [
  ...readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => asset('/assets', name, read(name))),
  ...Object.entries(joined).map(([name, parts]) => asset('/assets', name, parts.map(read).join('\n'))),
]
