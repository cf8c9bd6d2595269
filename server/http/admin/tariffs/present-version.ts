import type { TariffVersion as Shown } from '#contract/admin/tariffs.ts'
import type { TariffVersion } from '../../../pricing/versions.ts'

export const presentVersion = ({ id, partnerId, startsAt, createdAt, state }: TariffVersion): Shown => ({
  tariff_id: id,
  partner_id: partnerId,
  starts_at: startsAt.toISOString(),
  created_at: createdAt.toISOString(),
  state,
})
