import type { FastifyInstance } from 'fastify'
import { listSettings as operation, type ShownSettings } from '#contract/admin/health.ts'
import { mount } from '../../mount.ts'

export type ListSettingsNeeds = { listSettings: () => { file: string | null; groups: ShownSettings[] } }

/** Lists the settings of this node. */
export function mountListSettings(scope: FastifyInstance, { listSettings }: ListSettingsNeeds): void {
  mount(scope, operation, async () => listSettings())
}
