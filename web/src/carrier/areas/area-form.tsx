import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readFeed } from '#contract/app/carrier.ts'
import { deleteFeedArea, type FeedArea, listFeedAreas, saveFeedArea } from '#contract/app/feed.ts'
import { call, type Output } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AddressField } from '../../shared/address-field.tsx'
import type { RoughPoint } from '../feed/position.ts'
import { RadiusField } from '../profile/radius-field.tsx'
import { HereField } from './here-field.tsx'

type Values = { name: string; address: string; radius_km: number | string; alerts: boolean }

type AreaFormProps = {
  /** Null for a new one. */
  area: FeedArea | null
  onClose: () => void
}

/** A new area, or changes of one, with its deletion. */
export function AreaForm({ area, onClose }: AreaFormProps) {
  const { t } = useTexts(['carrier', 'kit'])
  const [point, setPoint] = useState<RoughPoint | null>(null)
  const { form, save } = useSave(area, point, onClose)
  const radius = form.getInputProps('radius_km')
  const address = form.getInputProps('address')
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack>
        <Refused error={save.error} />
        <TextInput
          size="md"
          label={t('areas.name')}
          description={t('areas.nameHelp')}
          required
          {...lengthOf('name')}
          {...form.getInputProps('name')}
        />
        <AddressField
          size="md"
          label={t('areas.address')}
          description={t('areas.addressHelp')}
          {...lengthOf('address')}
          {...address}
          onChange={(text) => {
            address.onChange(text)
            setPoint(null)
          }}
        />
        <HereField
          point={point}
          address={form.values.address}
          isKept={area !== null && area.address === null && !form.values.address}
          onPoint={(found) => {
            setPoint(found)
            form.setFieldValue('address', '')
            form.clearFieldError('address')
          }}
        />
        <RadiusField
          value={form.values.radius_km}
          onChange={radius.onChange}
          error={typeof radius.error === 'string' ? radius.error : null}
        />
        <Checkbox
          size="md"
          label={t('areas.alerts')}
          description={t('areas.alertsHelp')}
          {...form.getInputProps('alerts', { type: 'checkbox' })}
        />
        <Button type="submit" size="lg" loading={save.isPending}>
          {t('kit:save')}
        </Button>
        {area && <DeleteArea area={area} onClose={onClose} />}
      </Stack>
    </form>
  )
}

function useSave(area: FeedArea | null, point: RoughPoint | null, onClose: () => void) {
  const { t } = useTexts('carrier')
  // Repeating a request whose answer was lost saves one area.
  const [areaId] = useState(() => area?.area_id ?? crypto.randomUUID())
  const hasPlace = area !== null && area.address === null
  const form = useOperationForm<Values>(
    saveFeedArea.body,
    {
      name: area?.name ?? '',
      address: area?.address ?? '',
      radius_km: area?.radius_km ?? 25,
      alerts: area?.alerts ?? true,
    },
    ({ address }): Record<string, string> =>
      address.trim() || point || hasPlace ? {} : { address: t('areas.placeMissing') },
  )
  const save = useMutation({
    mutationFn: ({ address, radius_km, ...rest }: Values) =>
      call(saveFeedArea, {
        params: { area_id: areaId },
        body: { ...rest, radius_km: Number(radius_km), ...placeOf(point, address) },
      }),
    onSuccess: (areas) => {
      showAreas(areas)
      notify({ text: t('areas.saved') })
      onClose()
    },
    onError: form.refuse,
  })
  return { form, save }
}

/** Nothing is sent for a place that stays. */
function placeOf(point: RoughPoint | null, address: string) {
  if (point) return { point }
  return address.trim() ? { address } : {}
}

function DeleteArea({ area, onClose }: { area: FeedArea; onClose: () => void }) {
  const { t } = useTexts('carrier')
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deleteFeedArea, { params: { area_id: area.area_id } }),
    onSuccess: (areas) => {
      showAreas(areas)
      notify({ text: t('areas.deleted') })
      onClose()
    },
  })
  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('areas.delete')}
      </Button>
    )
  return (
    <Stack role="group" aria-label={t('areas.deleteTitle', { name: area.name })}>
      <Text fw={600}>{t('areas.deleteTitle', { name: area.name })}</Text>
      <Text>{t('areas.deleteText')}</Text>
      <Refused error={remove.error} />
      <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('areas.deleteAct')}
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        {t('areas.keep')}
      </Button>
    </Stack>
  )
}

function showAreas(areas: Output<typeof listFeedAreas>): void {
  queryClient.setQueryData(reading(listFeedAreas, {}).queryKey, areas)
  void readAgain(readFeed)
}

function lengthOf(field: 'name' | 'address'): { maxLength?: number } {
  const { maxLength } = limitsOf(saveFeedArea.body, field)
  return maxLength ? { maxLength } : {}
}
