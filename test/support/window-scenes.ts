import { proposeCarriersWindow, proposeWindow } from '#contract/app/windows.ts'
import type { Person } from './person.ts'
import { inDays, windowBody } from './window-times.ts'

type Stage = { customer: Person; carrier: Person }
type Made<S> = (stage: S) => Promise<{ job_id: string }>

/** The scenes of the authority table for the time of the collection. */
export const windowScenes = <S extends Stage>({
  draft,
  accepted,
}: {
  draft: Made<S>
  accepted: Made<S>
}) => ({
  wishes: async (stage: S) => {
    const { job_id } = await draft(stage)
    return { params: { job_id }, body: { wishes: [{ day: inDays(1), part: 'morning' }] } }
  },
  proposal: async (stage: S) => {
    const { job_id } = await accepted(stage)
    return { params: { job_id }, body: windowBody() }
  },
  ofCarrier: async (stage: S) => {
    const { job_id } = await accepted(stage)
    const body = windowBody()
    await stage.carrier.ok(proposeCarriersWindow, { params: { job_id }, body })
    return { params: { job_id, window_id: body.window_id } }
  },
  ofCustomer: async (stage: S) => {
    const { job_id } = await accepted(stage)
    const body = windowBody()
    await stage.customer.ok(proposeWindow, { params: { job_id }, body })
    return { params: { job_id, window_id: body.window_id } }
  },
})
