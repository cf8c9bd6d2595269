import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

type Schema = { properties?: Record<string, Schema>; required?: string[] }

/** A route as the server knows it; one for each of its methods. */
export type MountedRoute = {
  method: string
  url: string
  query: Schema
  body: Schema | null
  takesPhoto: boolean
}

/**
 * Collects every route (`HEAD` comes with each `GET`) that a server mounts while `start` runs, so new routes are tested
 * without being listed. Fastify announces each server before its first route; the first server is Dray's.
 */
export async function withRoutes<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: MountedRoute[] }> {
  const routes: MountedRoute[] = []
  let found = false
  const onServer = (message: unknown): void => {
    if (found) return
    found = true
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(...asMounted(route)))
  }
  subscribe(channel, onServer)
  try {
    return { started: await start(), routes }
  } finally {
    unsubscribe(channel, onServer)
  }
}

const channel = 'fastify.initialization'

const asMounted = ({ method, url, schema, config }: RouteOptions): MountedRoute[] =>
  [method]
    .flat()
    .filter((each) => each !== 'HEAD')
    .map((each) => ({
      method: each,
      url,
      query: schema?.querystring ?? {},
      body: schema?.body ?? null,
      takesPhoto: config?.takesPhoto ?? false,
    }))
