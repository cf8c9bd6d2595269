import type { FastifyInstance } from 'fastify'
import type { LinkSettings } from '../jobs/links.ts'
import { openPhoto, type ReadNeeds } from '../photos/read.ts'
import { notFound } from './errors/errors.ts'

export type PhotoNeeds = { photoReading: ReadNeeds; links: Pick<LinkSettings, 'photoPublicUrl'> }

/** GET /photos/:name: stored photos by their unguessable names. Untrusted content, so the headers forbid scripts. */
export function mountPhotos(app: FastifyInstance, { photoReading, links }: PhotoNeeds): void {
  // The operator's CDN may cache photos; other shared caches must not.
  const cached = links.photoPublicUrl ? 'public' : 'private'
  app.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
    const photo = await openPhoto(photoReading, request.params.name)
    if (!photo) throw notFound
    return reply
      .type('image/jpeg')
      .headers({
        'content-length': photo.bytes,
        'content-disposition': 'inline; filename="photo.jpg"',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        // Short, because the photo is deleted when its draft expires.
        'cache-control': `${cached}, max-age=300`,
      })
      .send(photo.stream)
  })
}
