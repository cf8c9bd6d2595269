import type { FastifyInstance } from 'fastify'
export type DocsNeeds = { openApi: object; baseUrl: string }
export function mountDocs(_app: FastifyInstance, _needs: { openApi: object; baseUrl: string }): void {}
