import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { Problem } from '../lib/problem.ts'

export type MetricsNeeds = { registry: Registry; metricsToken: string | null }

/** Prometheus text; no personal data in it. `METRICS_TOKEN`, when set, is asked for as a bearer token. */
export function mountMetrics(app: FastifyInstance, { registry, metricsToken }: MetricsNeeds): void {
  app.get('/metrics', async (request, reply) => {
    if (metricsToken && !sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw tokenNeeded
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

/** Equal length for the comparison, whatever was sent. */
const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))

const tokenNeeded = new Problem('unauthorized', {
  en: 'Send the metrics token as `Authorization: Bearer …`.',
  es: 'Envía el token de métricas como `Authorization: Bearer …`.',
})
