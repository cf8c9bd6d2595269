import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listCarrierPhotos,
  type PhotoOfCarrier,
  readPhotoOfCarrier,
  removeCarrierPhoto,
} from '#contract/admin/carrier-photos.ts'
import { type CarrierForStaff, readCarrierForStaff, reviewCarrierChanges } from '#contract/admin/carriers.ts'
import { carrierPhotoKinds } from '#contract/carrier-profile.ts'
import { call, type Output, requestOf } from '../../kit/api.ts'
import { IconCheck } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { AskedDialog } from '../../panel/act-dialog.tsx'
import { Mark } from '../../panel/mark.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { mayCall, useMe } from '../session/me.ts'
import { useRemovePhoto } from './use-remove-photo.ts'

type PhotosProps = {
  carrier: Pick<
    CarrierForStaff,
    'account_id' | 'name' | 'language' | 'plate' | 'plate_changed' | 'updated_at'
  >
}

/** What customers see of the carrier: face, vehicle and plate. Each opened picture is in the audit log. */
export function Photos({ carrier }: PhotosProps) {
  const { t } = useTexts('people')
  const me = useMe()
  const params = { account_id: carrier.account_id }
  const { data, error, refetch } = useQuery(reading(listCarrierPhotos, { params }))
  const [removing, setRemoving] = useState<PhotoOfCarrier | null>(null)
  const removal = useRemovePhoto(carrier, removing)
  return (
    <Section title={t('photos.title')} actions={data && <Seen carrier={carrier} photos={data} />}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      <div className="carrier-seen">
        {carrierPhotoKinds.map((kind) => (
          <OnePhoto
            key={kind}
            kind={kind}
            carrier={carrier}
            photo={data?.photos.find((photo) => photo.kind === kind) ?? null}
            onRemove={setRemoving}
          />
        ))}
        <Stack gap={4}>
          <Text fw={600}>{t('photos.plate')}</Text>
          {carrier.plate && !mayCall(me, readPhotoOfCarrier) ? (
            <Text c="dimmed">{t('photos.plateNotForViewers')}</Text>
          ) : (
            <Text className="carrier-seen-plate">{carrier.plate ?? t('photos.none')}</Text>
          )}
          {carrier.plate_changed && <Mark look="waits">{t('photos.changed')}</Mark>}
        </Stack>
      </div>
      <AskedDialog asked={removal} onClose={() => setRemoving(null)} />
    </Section>
  )
}

type SeenProps = { carrier: PhotosProps['carrier']; photos: Output<typeof listCarrierPhotos> }

/** Marks what was changed since the approval as seen, up to the earlier one of the two responses on the page. */
function Seen({ carrier: { account_id, plate_changed, updated_at }, photos }: SeenProps) {
  const { t } = useTexts('people')
  const me = useMe()
  const review = useAct({
    act: () =>
      call(reviewCarrierChanges, {
        params: { account_id },
        body: { updated_at: [updated_at, photos.updated_at].sort()[0] ?? updated_at },
      }),
    onDone: async () => {
      await readAgain(readCarrierForStaff, listCarrierPhotos)
      notify({ text: t('photos.seenDone') })
    },
  })
  const isChanged = plate_changed || photos.photos.some(({ state, changed }) => state === 'shown' && changed)
  if (!isChanged || !mayCall(me, reviewCarrierChanges)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={16} aria-hidden />}
      loading={review.isPending}
      onClick={() => review.mutate()}
    >
      {t('photos.seen')}
    </Button>
  )
}

type OnePhotoProps = {
  kind: PhotoOfCarrier['kind']
  carrier: PhotosProps['carrier']
  photo: PhotoOfCarrier | null
  onRemove: (photo: PhotoOfCarrier) => void
}

function OnePhoto({ kind, carrier, photo, onRemove }: OnePhotoProps) {
  const { t } = useTexts('people')
  const me = useMe()
  const isPlanned = useIsPlanned(photo?.picture_id ?? kind)
  const name = t(`photos.kinds.${kind}`)
  const mayDecide = mayCall(me, removeCarrierPhoto)
  const isShown = photo?.state === 'shown'
  return (
    <Stack gap={4}>
      <Text fw={600}>{name}</Text>
      {isShown && mayCall(me, readPhotoOfCarrier) && (
        <img
          className="carrier-seen-photo"
          src={pictureOf(carrier.account_id, photo)}
          alt={`${name} · ${carrier.name}`}
        />
      )}
      {isShown && !mayCall(me, readPhotoOfCarrier) && <Text c="dimmed">{t('documents.notForViewers')}</Text>}
      {!photo && <Text c="dimmed">{t('photos.none')}</Text>}
      {photo?.state === 'removed' && <Text>{t('photos.removedFor', { reason: photo.reason ?? '' })}</Text>}
      {isShown && (
        <Text size="sm" c="dimmed">
          {t('photos.uploaded', { when: day(photo.created_at) })}
        </Text>
      )}
      {isShown && photo.changed && <Mark look="waits">{t('photos.changed')}</Mark>}
      {isShown && mayDecide && !isPlanned && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${t('photos.remove')}: ${name}`}
          onClick={() => onRemove(photo)}
        >
          {t('photos.remove')}
        </Button>
      )}
    </Stack>
  )
}

const pictureOf = (account_id: string, { picture_id }: PhotoOfCarrier): string =>
  requestOf(readPhotoOfCarrier, { params: { account_id, picture_id } }).url
