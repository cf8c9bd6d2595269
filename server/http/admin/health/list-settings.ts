import type { FastifyInstance } from 'fastify'
import { listSettings as operation, type ShownSettings } from '#contract/admin/health.ts'
import { type Texts, texts } from '../../../texts/index.ts'
import { mount } from '../../mount.ts'

export type ListSettingsNeeds = {
  listSettings: (t: Texts) => { file: string | null; groups: ShownSettings[] }
}

/** Lists the settings of this node. */
export function mountListSettings(scope: FastifyInstance, { listSettings }: ListSettingsNeeds): void {
  mount(scope, operation, async ({ language }) => listSettings(texts[language]))
}
