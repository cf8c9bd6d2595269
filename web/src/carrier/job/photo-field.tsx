import { Button, FileButton, Input, Stack, Text } from '@mantine/core'
import { IconCamera } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** `url` is an object URL, to show the photo before the upload. */
export type DoorPhoto = { file: File; url: string }

/** What the carrier enters for a delivery. The page keeps it, so it is still there after a refusal. */
export type DeliveryInput = { photo: DoorPhoto | null; reason: string }

type PhotoFieldProps = {
  photo: DoorPhoto | null
  onPhoto: (photo: DoorPhoto | null) => void
  isNeeded: boolean
  isMissing: boolean
}

/** Takes a photo of the delivery with the camera. */
export function PhotoField({ photo, onPhoto, isNeeded, isMissing }: PhotoFieldProps) {
  const { t } = useTexts('carrier')
  const choose = (file: File | null) => {
    if (photo) URL.revokeObjectURL(photo.url)
    onPhoto(file && { file, url: URL.createObjectURL(file) })
  }
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('deliver.photo')}</Text>
      <Text size="sm" c="dimmed">
        {t(isNeeded ? 'deliver.photoNeeded' : 'deliver.photoHelp')}
      </Text>
      {photo && <img className="carrier-preview" src={photo.url} alt={t('deliver.preview')} />}
      <FileButton accept="image/*" capture="environment" onChange={choose}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconCamera size={20} aria-hidden />}>
            {photo ? t('deliver.again') : t('deliver.take')}
          </Button>
        )}
      </FileButton>
      <div role="alert">{isMissing && <Input.Error size="md">{t('deliver.photoMissing')}</Input.Error>}</div>
      {photo && (
        <Button variant="subtle" onClick={() => choose(null)}>
          {t('deliver.remove')}
        </Button>
      )}
    </Stack>
  )
}
