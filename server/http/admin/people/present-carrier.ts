import type { ListedCarrier } from '#contract/admin/carriers.ts'
import type { FoundCarrier } from '../../../people/find-carriers.ts'
import type { MemberCaller } from '../../callers.ts'
import { shownPhone, shownWords } from '../sees-phones.ts'

export const presentCarrier = (carrier: FoundCarrier, reader: Pick<MemberCaller, 'role'>): ListedCarrier => ({
  account_id: carrier.accountId,
  name: carrier.name,
  phone: shownPhone(reader)(carrier.phone),
  status: carrier.status,
  status_changed_at: carrier.statusChangedAt.toISOString(),
  vehicle_size: carrier.vehicleSize,
  vehicle: shownWords(reader)(carrier.vehicle),
  base_place: carrier.basePlace,
  radius_km: carrier.radiusKm,
  account_suspended_at: carrier.accountSuspendedAt?.toISOString() ?? null,
})
