import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** What a carrier submits, as pairs of a name and a text. */
export function useProfileFacts() {
  const { t } = useTexts('people')
  return (carrier: CarrierForStaff): [name: string, text: string][] => [
    [t('carriers.vehicleSize'), t(`carriers.sizes.${carrier.vehicle_size}`)],
    [t('carriers.description'), carrier.vehicle],
    [t('photos.plate'), carrier.plate ?? '–'],
    [t('carriers.address'), carrier.base_address],
    [t('carriers.baseTown'), carrier.base_place || '–'],
    [t('carriers.radiusKm'), t('carriers.km', { km: carrier.radius_km })],
  ]
}
