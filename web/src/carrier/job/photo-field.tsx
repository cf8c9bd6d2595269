import { Button, FileButton, Input, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { IconCamera } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useLocalImage } from '../../shared/local-image.ts'

/** `small` is what is uploaded, once it is scaled down. `isSent`: a request with it is in the queue, or was. */
export type DoorPhoto = { file: File; small?: Blob; isSent?: boolean }

type PhotoFieldProps = {
  photo: DoorPhoto | null
  onPhoto: (photo: DoorPhoto | null) => void
  step: 'collection' | 'delivery'
  isNeeded: boolean
  isMissing: boolean
  /** An earlier photo of this step is at the server already. */
  isSaved: boolean
}

/** Takes a photo of the collection or the delivery with the camera. */
export function PhotoField({ photo, onPhoto, step, isNeeded, isMissing, isSaved }: PhotoFieldProps) {
  const { t } = useTexts('carrier')
  const choose = (file: File | null) => onPhoto(file && { file })
  const errorId = useId()
  const hasPhoto = photo !== null || isSaved
  return (
    <Stack gap="xs">
      <Text fw={600}>{t(`proof.${step}.photo`)}</Text>
      <Text size="sm" c="dimmed">
        {t(`proof.${step}.${isNeeded ? 'needed' : 'help'}`)}
      </Text>
      {photo && <PhotoPreview file={photo.file} alt={t(`proof.${step}.preview`)} />}
      {!photo && isSaved && <Text role="status">{t('proof.saved')}</Text>}
      <FileButton accept="image/*" capture="environment" onChange={choose}>
        {(button) => (
          <Button
            {...button}
            data-missing={isMissing || undefined}
            aria-describedby={isMissing ? errorId : undefined}
            variant={hasPhoto ? 'default' : 'light'}
            size={hasPhoto ? 'sm' : 'lg'}
            leftSection={<IconCamera size={20} aria-hidden />}
          >
            {t(hasPhoto ? 'proof.again' : 'proof.take')}
          </Button>
        )}
      </FileButton>
      <div id={errorId} role="alert">
        {isMissing && <Input.Error size="md">{t(`proof.${step}.missing`)}</Input.Error>}
      </div>
      {photo && (
        <Button variant="subtle" onClick={() => choose(null)}>
          {t('proof.remove')}
        </Button>
      )}
    </Stack>
  )
}

/** Shows a photo before its upload. */
export const PhotoPreview = ({ file, alt }: { file: File; alt: string }) => (
  <img className="carrier-preview" ref={useLocalImage(file)} alt={alt} />
)
