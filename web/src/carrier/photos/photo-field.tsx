import { Alert, Button, FileButton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  deleteMyCarrierPhoto,
  type MyCarrierPhoto,
  readMyCarrierPhoto,
  readSignUp,
  uploadCarrierPhoto,
} from '#contract/app/sign-up.ts'
import type { CarrierPhotoKind } from '#contract/carrier-profile.ts'
import { call, requestOf } from '../../kit/api.ts'
import { IconCamera } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { withRetry } from '../../kit/with-retry.ts'
import { smaller } from '../../shared/smaller-photo.ts'
import { photoUpload } from './use-sign-up.ts'
import './photo-field.css'

/** The id is made when the photo is taken, so an upload that is repeated is the same photo. */
type Taken = { file: File; url: string; pictureId: string }

type PhotoFieldProps = { kind: CarrierPhotoKind; photos: readonly MyCarrierPhoto[] }

/**
 * The photo of the face or of the vehicle: taken with the camera and sent at once. If that fails, it stays on the
 * screen and can be sent again.
 */
export function PhotoField({ kind, photos }: PhotoFieldProps) {
  const { t } = useTexts('steps')
  const [taken, setTaken] = useState<Taken | null>(null)
  const { mutate, isPending, error } = useUpload(kind, () => setTaken(null))
  const url = taken?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const take = (file: File | null) => {
    if (!file) return
    const next = { file, url: URL.createObjectURL(file), pictureId: crypto.randomUUID() }
    setTaken(next)
    mutate(next)
  }
  const photo = photos.find((each) => each.kind === kind)
  const shown = photo?.state === 'shown' ? photo : undefined
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t(`photo.${kind}Help`)}</Text>
      {photo?.state === 'removed' && !taken && (
        <Alert color="red" title={t('photo.removed')}>
          {photo.reason}
        </Alert>
      )}
      <Refused error={error} />
      <Picture kind={kind} url={taken?.url ?? (shown && urlOf(shown))} />
      <div role="status">
        {isPending && <Text size="sm">{t('photo.sending')}</Text>}
        {error && taken && <Text size="sm">{t('photo.kept')}</Text>}
      </div>
      {error && taken && (
        <Button size="lg" onClick={() => mutate(taken)}>
          {t('photo.retry')}
        </Button>
      )}
      <FileButton
        accept="image/*"
        capture={kind === 'portrait' ? 'user' : 'environment'}
        onChange={take}
        disabled={isPending}
      >
        {(button) => (
          <Button
            {...button}
            variant={shown || taken ? 'default' : 'light'}
            size={shown || taken ? 'sm' : 'lg'}
            loading={isPending}
            leftSection={<IconCamera size={20} aria-hidden />}
            aria-label={`${t(`photo.${kind}`)}: ${t(shown || taken ? 'photo.again' : 'photo.take')}`}
          >
            {t(shown || taken ? 'photo.again' : 'photo.take')}
          </Button>
        )}
      </FileButton>
      {shown && !taken && <Delete photo={shown} />}
    </Stack>
  )
}

function Picture({ kind, url }: { kind: CarrierPhotoKind; url: string | undefined }) {
  const { t } = useTexts('steps')
  if (!url) return null
  return kind === 'portrait' ? (
    <img className="carrier-portrait" src={url} alt={t('photo.yourPortrait')} width={128} height={128} />
  ) : (
    <img className="carrier-preview" src={url} alt={t('photo.yourVehicle')} />
  )
}

/** The session's cookie goes with the request; the response is never cached. */
const urlOf = ({ picture_id }: MyCarrierPhoto): string =>
  requestOf(readMyCarrierPhoto, { params: { picture_id } }).url

function useUpload(kind: CarrierPhotoKind, onSaved: () => void) {
  const { t } = useTexts('steps')
  return useMutation({
    mutationKey: photoUpload,
    mutationFn: async ({ file, pictureId }: Taken) => {
      const body = await smaller(file)
      const params = { picture_id: pictureId }
      return withRetry(() => call(uploadCarrierPhoto, { params, query: { kind }, body }))
    },
    onSuccess: async () => {
      await readAgain(readSignUp)
      onSaved()
      notify({ text: t('photo.saved') })
    },
  })
}

function Delete({ photo }: { photo: MyCarrierPhoto }) {
  const { t } = useTexts('steps')
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteMyCarrierPhoto, { params: { picture_id: photo.picture_id } }),
    onSuccess: () => notify({ text: t('photo.deleted') }),
    onError: (error) => notify({ text: errorText(error), kind: 'bad' }),
    onSettled: () => readAgain(readSignUp),
  })
  return (
    <Button
      variant="subtle"
      color="red"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={`${t('photo.delete')}: ${t(`photo.${photo.kind}`)}`}
    >
      {t('photo.delete')}
    </Button>
  )
}
