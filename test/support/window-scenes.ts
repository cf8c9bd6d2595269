import { proposeCarriersWindow, proposeWindow } from '#contract/app/windows.ts'
import type { Person } from './person.ts'
import { inDays, windowBody } from './window-times.ts'

type Stage = { customer: Person; carrier: Person }
type Made<S> = (stage: S) => Promise<{ job_id: string }>

/** The scenes of the authority table for the time of the collection. */
export function windowScenes<S extends Stage>({ draft, accepted }: { draft: Made<S>; accepted: Made<S> }) {
  const proposal = async (stage: S) => {
    const { job_id } = await accepted(stage)
    return { params: { job_id }, body: windowBody() }
  }
  const wishes = async (stage: S) => {
    const { job_id } = await draft(stage)
    return { params: { job_id }, body: { wishes: [{ day: inDays(1), part: 'morning' }] } }
  }
  const ofCarrier = async (stage: S) => {
    const { params, body } = await proposal(stage)
    await stage.carrier.ok(proposeCarriersWindow, { params, body })
    return { params: { ...params, window_id: body.window_id } }
  }
  const ofCustomer = async (stage: S) => {
    const { params, body } = await proposal(stage)
    await stage.customer.ok(proposeWindow, { params, body })
    return { params: { ...params, window_id: body.window_id } }
  }
  return {
    saveWishes: [wishes],
    proposeWindow: [proposal],
    agreeToWindow: [ofCarrier],
    proposeCarriersWindow: [proposal],
    agreeToCustomersWindow: [ofCustomer],
  }
}
