import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listCarriers } from '#contract/admin/carriers.ts'
import type { NeededDocuments } from '../../../accounts/documents/needed.ts'
import type { Tables } from '../../../db/tables.ts'
import { findCarriers } from '../../../people/find-carriers.ts'
import { mount } from '../../mount.ts'
import { presentCarrier } from './present-carrier.ts'

/** Lists the carriers that the filters let through. */
export function mountListCarriers(
  scope: FastifyInstance,
  { kysely, neededDocuments: needed }: { kysely: Kysely<Tables>; neededDocuments: NeededDocuments },
): void {
  mount(scope, listCarriers, async ({ caller, query: { vehicle_size: vehicleSize, ...filters } }) => {
    const { rows, next, count } = await findCarriers(kysely, { ...filters, vehicleSize, needed })
    return { carriers: rows.map((carrier) => presentCarrier(carrier, caller)), next, count }
  })
}
