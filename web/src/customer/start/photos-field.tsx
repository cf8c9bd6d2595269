import { ActionIcon, Button, FileButton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { uploadPhoto } from '#contract/app/customer.ts'
import { maxPhotos } from '#contract/partner.ts'
import { call } from '../../kit/api.ts'
import { IconCamera, IconX } from '../../kit/icons.ts'
import { Refused } from '../../kit/refused.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { withRetry } from '../../kit/with-retry.ts'
import { ownPath } from '../../shared/own-path.ts'
import { smaller } from '../../shared/smaller-photo.ts'
import type { UploadedHere } from './form-values.ts'

type PhotosFieldProps = {
  max?: number
  help?: string
  photos: UploadedHere[]
  onAdded: (photo: UploadedHere) => void
  onRemoved: (id: string) => void
}

/** Photos from the camera or the gallery; each is uploaded immediately. */
export function PhotosField({ max = maxPhotos, help, photos, onAdded, onRemoved }: PhotosFieldProps) {
  const { t } = useTexts(['app', 'start'])
  const errorText = useErrorText()
  const { add, isUploading, refusals } = useUpload(max - photos.length, onAdded)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {help ?? t('start:start.photosHelp', { max })}
      </Text>
      {photos.length > 0 && (
        <ul className="app-thumbs">
          {photos.map(({ photo_id, url }, index) => (
            <li key={photo_id}>
              <img src={ownPath(url)} alt={t('photos.one', { number: index + 1, count: photos.length })} />
              <ActionIcon
                variant="transparent"
                aria-label={t('start:start.removePhoto', { number: index + 1 })}
                onClick={() => onRemoved(photo_id)}
              >
                <span className="app-remove">
                  <IconX size={16} aria-hidden />
                </span>
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div role="status">{isUploading && <Text>{t('start:start.uploading')}</Text>}</div>
      <Refused error={refusals[0]}>
        {byReason(refusals).map(({ error, count }) => (
          <p key={error.message} className="app-text">
            {t('start:start.photoRefused', { count })} {errorText(error)}
          </p>
        ))}
      </Refused>
      {photos.length < max && (
        <FileButton multiple accept="image/jpeg,image/png,image/webp,image/avif,image/gif" onChange={add}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconCamera size={20} aria-hidden />}
              loading={isUploading}
            >
              {t('start:start.addPhoto')}
            </Button>
          )}
        </FileButton>
      )}
    </Stack>
  )
}

/** Each reason once, with the number of photos that were refused for it. */
function byReason(refusals: Error[]): { error: Error; count: number }[] {
  const reasons = new Map(refusals.map((error) => [error.message, error]))
  return [...reasons.values()].map((error) => ({
    error,
    count: refusals.filter(({ message }) => message === error.message).length,
  }))
}

function useUpload(maxMore: number, onAdded: (photo: UploadedHere) => void) {
  const [isUploading, setUploading] = useState(false)
  const [refusals, setRefusals] = useState<Error[]>([])
  const add = async (files: File[]) => {
    setUploading(true)
    setRefusals([])
    for (const file of files.slice(0, maxMore)) {
      try {
        const body = await smaller(file)
        const { photo_id, url } = await withRetry(() => call(uploadPhoto, { body }))
        onAdded({ photo_id, url })
      } catch (error) {
        setRefusals((known) => [...known, error as Error])
      }
    }
    setUploading(false)
  }
  return { add: (files: File[]) => void add(files), isUploading, refusals }
}
