import { useTranslation } from 'react-i18next'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'

/** What a carrier submits, as pairs of a name and a text. */
export function useProfileFacts() {
  const { t } = useTranslation('people')
  return (carrier: CarrierForStaff): [name: string, text: string][] => [
    [t('carriers.vehicleSize'), t(`carriers.sizes.${carrier.vehicle_size}`)],
    [t('carriers.description'), carrier.vehicle],
    [t('carriers.address'), carrier.base_address],
    [t('carriers.baseTown'), carrier.base_place || '–'],
    [t('carriers.radiusKm'), t('carriers.km', { km: carrier.radius_km })],
  ]
}
