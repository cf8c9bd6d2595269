import { SegmentedControl, TextInput } from '@mantine/core'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { OperationForm } from '../../kit/form.ts'
import { PinMap } from '../../kit/map/pin-map.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { ActValues } from './act-values.ts'

type PinFieldsProps = { job: JobForStaff; form: OperationForm<ActValues> }

/** Which end, and where it is: a click on the map, or its position as other maps show it. */
export function PinFields({ job, form }: PinFieldsProps) {
  const { t } = useTexts('jobs')
  const { stop, position } = form.values
  const end = job[stop]
  const { lat, lon, uncertainty_km: uncertaintyKm } = end
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('acts.pinStop')}
        data={(['pickup', 'dropoff'] as const).map((value) => ({ value, label: t(`job.${value}`) }))}
        {...form.getInputProps('stop')}
      />
      <small>{end.address}</small>
      <PinMap
        key={stop}
        from={{ lat, lon, uncertaintyKm }}
        pin={positionOf(position)}
        onPick={(at) => form.setFieldValue('position', `${at.lat.toFixed(5)}, ${at.lon.toFixed(5)}`)}
        note={t('acts.pinNote')}
      />
      <TextInput
        data-autofocus
        label={t('acts.pinPosition')}
        description={t('acts.pinHelp')}
        autoComplete="off"
        required
        {...form.getInputProps('position')}
      />
    </>
  )
}

/** `40.4168, -3.7038` → a point; null unless it is a position. */
export function positionOf(typed: string): { lat: number; lon: number } | null {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed)
  if (!found) return null
  const [lat, lon] = [Number(found[1]), Number(found[2])]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}
