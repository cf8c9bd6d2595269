import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listCarriers } from '#contract/admin/carriers.ts'
import type { Tables } from '../../../db/tables.ts'
import { findCarriers } from '../../../people/find-carriers.ts'
import { mount } from '../../mount.ts'
import { presentCarrier } from './present-carrier.ts'

/** Lists the carriers that the filters let through. */
export function mountListCarriers(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listCarriers, async ({ caller, query: { vehicle_size: vehicleSize, ...filters } }) => {
    const { carriers, next, count } = await findCarriers(kysely, { ...filters, vehicleSize })
    return { carriers: carriers.map((carrier) => presentCarrier(carrier, caller)), next, count }
  })
}
