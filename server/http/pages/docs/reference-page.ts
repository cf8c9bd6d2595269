import { type FastifyInstance, fastify } from 'fastify'
import { lazy } from '../../../lib/lazy.ts'
import { answerPageIn } from '../answer-page.ts'
import { type Asset, answerAsset, asset, assetUrl } from '../assets.ts'
import { type StaticBody, staticBody } from '../static-body.ts'

/**
 * GET /docs/reference: the operations, to read and to try, rendered by Scalar. Scalar's Fastify plugin would write an
 * inline script and load fonts from another server, so we write the page and the start script (`assets/reference.js`).
 */
export function mountReference(app: FastifyInstance): void {
  // Read at the first request, because most installations never need these four megabytes.
  const parts = lazy(readParts)
  app.get('/docs/reference', async (request, reply) => {
    const { page: body } = await parts()
    return answerPageIn(request, reply, { language: 'en', body, policy })
  })
  app.get<{ Params: { file: string } }>('/docs/reference/:file', async (request, reply) => {
    const { script } = await parts()
    return request.url === script.url ? answerAsset(request, reply, script) : reply.callNotFound()
  })
}

async function readParts(): Promise<{ script: Asset; page: StaticBody }> {
  const script = await readScalar()
  return { script, page: staticBody(referencePage(script.url)) }
}

/** The package provides its script only through its plugin, so mount the plugin without listening and request it. */
async function readScalar(): Promise<Asset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  try {
    await app.register(scalar, { routePrefix: '/scalar', configuration: { url: '/docs/openapi.json' } })
    const { statusCode, rawPayload } = await app.inject('/scalar/js/scalar.js')
    if (statusCode !== 200) throw new Error('The reference page was not found in its package')
    return asset('/docs/reference', 'scalar.js', withOurPlaceholder(rawPayload))
  } finally {
    await app.close()
  }
}

/** Replaces Scalar's placeholders for the key (one is a joke in base64) by the placeholder of the guide. */
function withOurPlaceholder(script: Buffer): Buffer {
  const text = script.toString('utf8')
  return Buffer.from(
    text.replaceAll(/QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT|YOUR_SECRET_TOKEN/g, 'YOUR_TEST_KEY'),
  )
}

// Scalar injects its styles into the page, so only this page allows 'unsafe-inline' for styles.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const referencePage = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Dray · API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The three operations of the Dray partner API.">
<link rel="stylesheet" href="${assetUrl('reference.css')}">
<link rel="icon" type="image/svg+xml" href="${assetUrl('mark.svg')}">
<script src="${script}" defer></script>
<script src="${assetUrl('reference.js')}" defer></script>
</head>
<body>
<header class="bar"><a class="bar-brand" href="/"><img src="${assetUrl('mark.svg')}" width="28" height="28" alt="">Dray</a>
<nav aria-label="Documentation"><a href="/docs">Guide</a><a href="/docs/reference" aria-current="page">Reference</a><a href="/docs/console">Console</a><a href="/partner">Company</a></nav></header>
<p class="bar-files">To download: <a href="/docs/openapi.json" download="dray.openapi.json">OpenAPI document</a> <a href="/sandbox/openapi.json" download="dray-sandbox.openapi.json">OpenAPI document of the sandbox</a> <a href="/docs/postman-collection.json" download>Postman collection</a> <a href="/docs/postman-environment.json" download>Postman environment</a></p>
<noscript><p class="bar-note">This page needs scripts. The <a href="/docs">guide</a> does not, and the document is at <a href="/docs/openapi.json">/docs/openapi.json</a>.</p></noscript>
<div id="reference"></div>
</body>
</html>
`
