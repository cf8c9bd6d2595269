import assert from 'node:assert/strict'
import { listJobs, readJobForStaff } from '#contract/admin/jobs.ts'
import {
  acceptJob,
  collectJob,
  deliverJob,
  listCarrierJobs,
  rateCustomer,
  readCarrierJob,
  readFeed,
  readFeedJob,
} from '#contract/app/carrier.ts'
import { openDraft, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import type { JobInput } from '#contract/partner.ts'
import type { TestPartner } from '../../test/support/dray.ts'
import { payByCard } from '../../test/support/paying.ts'
import { type Person, signIn } from '../../test/support/person.ts'
import type { StaffBrowser } from '../../test/support/staff.ts'

/** Where a life is lived. */
export type Place = {
  app: Parameters<typeof signIn>[0]
  partner: TestPartner
  staff: StaffBrowser
  /** How customers sign in. */
  kind: 'web' | 'native'
  /** Addresses of the photos that the partner sends. */
  photos: string[]
}

/** A job and what its steps have learned of it. */
export type Life = Place & {
  carrier: Person
  input: Partial<JobInput>
  jobId: string
  shortId: string
  customer?: Person
}

export type Step = { name: string; live: (life: Life) => Promise<void> }

const times = async (count: number, act: () => Promise<unknown>): Promise<void> => {
  for (let done = 0; done < count; done++) await act()
}

const customerOf = ({ customer }: Life): Person => customer ?? assert.fail('the customer has not signed in')
const paramsOf = ({ jobId: job_id }: Life) => ({ params: { job_id } })

/** What happens to most jobs, in order, with as many reads as pages and polling partners make. */
export const steps: Step[] = [
  {
    name: 'estimate, 3',
    live: async ({ partner, input }) =>
      times(3, async () => {
        const { pickup, dropoff } = input
        assert.equal(
          (await partner.estimate({ ...(pickup && { pickup }), ...(dropoff && { dropoff }) })).status,
          200,
        )
      }),
  },
  {
    name: 'create with 3 photos, and its text',
    async live(life) {
      const { status, body, text } = await life.partner.create({ ...life.input, photos: life.photos })
      assert.equal(status, 201, text)
      life.jobId = body.job_id
      life.shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
    },
  },
  {
    name: 'status, 50',
    live: async ({ partner, jobId }) =>
      times(50, async () => assert.equal((await partner.read(jobId)).status, 200)),
  },
  {
    name: 'sign-in with a code, and its text',
    async live(life) {
      const { app, input, kind } = life
      life.customer = await signIn(app, input.customer_phone, { kind })
    },
  },
  {
    name: 'open the draft, read it 5 times',
    async live(life) {
      await customerOf(life).ok(openDraft, { params: { short_id: life.shortId } })
      await times(5, () => customerOf(life).ok(readMyJob, paramsOf(life)))
    },
  },
  {
    name: 'save a card, pay and publish',
    async live(life) {
      const { status } = await payByCard(customerOf(life), { job_id: life.jobId })
      assert.equal(status, 'posted')
    },
  },
  {
    name: 'the feed 5 times, and the job in it',
    async live(life) {
      await times(5, () => life.carrier.ok(readFeed))
      await life.carrier.ok(readFeedJob, paramsOf(life))
    },
  },
  {
    name: 'accept, read it on both sides 5 times',
    async live(life) {
      await life.carrier.ok(acceptJob, paramsOf(life))
      await times(5, () => life.carrier.ok(readCarrierJob, paramsOf(life)))
      await times(5, () => customerOf(life).ok(readMyJob, paramsOf(life)))
    },
  },
  {
    name: 'collect',
    async live(life) {
      await life.carrier.ok(collectJob, paramsOf(life))
      await life.carrier.ok(listCarrierJobs, { query: { state: 'active' } })
    },
  },
  {
    name: 'deliver',
    live: async (life) => void (await life.carrier.ok(deliverJob, { ...paramsOf(life), body: {} })),
  },
  {
    name: 'charge, ledger and payout',
    async live(life) {
      for (;;) {
        const { status } = await customerOf(life).ok(readMyJob, paramsOf(life))
        const { paid_out } = await life.carrier.ok(readCarrierJob, paramsOf(life))
        if (status === 'completed' && paid_out) return
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    },
  },
  {
    name: 'both ratings',
    async live(life) {
      await customerOf(life).ok(rateCarrier, { ...paramsOf(life), body: { stars: 5 } })
      await life.carrier.ok(rateCustomer, { ...paramsOf(life), body: { stars: 5 } })
    },
  },
  {
    name: 'panel: the list, and the job 3 times',
    async live(life) {
      await life.staff.ok(listJobs)
      await times(3, () => life.staff.ok(readJobForStaff, paramsOf(life)))
    },
  },
]
