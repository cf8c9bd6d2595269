import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors/errors.ts'

export type AppLinks = { appleAppIds: string[]; androidPackage: string | null; androidCertSha256: string[] }

/** The two files that let the app open `https://{app_link_host}/draft/…` on phones (spec 1). 404 until configured. */
export function mountWellKnown(app: FastifyInstance, links: AppLinks): void {
  const serve = (url: string, document: object | null) =>
    app.get(url, (_request, reply) => {
      if (!document) throw notFound
      return reply.header('cache-control', 'public, max-age=3600').send(document)
    })
  serve('/.well-known/apple-app-site-association', appleLinks(links))
  serve('/.well-known/assetlinks.json', androidLinks(links))
}

function appleLinks({ appleAppIds }: AppLinks): object | null {
  if (!appleAppIds.length) return null
  const components = [{ '/': '/draft/*', comment: 'The link in the SMS' }]
  return { applinks: { details: [{ appIDs: appleAppIds, components }] } }
}

function androidLinks({ androidPackage, androidCertSha256 }: AppLinks): object | null {
  if (!androidPackage || !androidCertSha256.length) return null
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: androidPackage,
        sha256_cert_fingerprints: androidCertSha256,
      },
    },
  ]
}
