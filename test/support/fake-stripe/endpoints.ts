import { newId } from './state.ts'

export type EndpointInput = { url: string; events: string[]; status?: 'enabled' | 'disabled' }

/** The webhook endpoints of the fake Stripe account. */
export function createEndpoints(isLive: boolean) {
  const endpoints: (EndpointInput & { id: string })[] = []
  const show = ({ id, url, events, status = 'enabled' }: (typeof endpoints)[number]) => ({
    id,
    object: 'webhook_endpoint',
    api_version: '2026-10-28.endive',
    application: null,
    created: 1_790_000_000,
    description: null,
    enabled_events: events,
    livemode: isLive,
    metadata: {},
    status,
    url,
  })
  return {
    add: (endpoint: EndpointInput): void => void endpoints.push({ ...endpoint, id: newId('we') }),
    clear: (): void => void endpoints.splice(0),
    /** One page, like Stripe's. */
    list(form: URLSearchParams) {
      const after = form.get('starting_after')
      const from = after ? endpoints.findIndex(({ id }) => id === after) + 1 : 0
      const to = from + Number(form.get('limit') ?? 10)
      const data = endpoints.slice(from, to).map(show)
      return { object: 'list', data, has_more: to < endpoints.length, url: '/v1/webhook_endpoints' }
    },
  }
}
