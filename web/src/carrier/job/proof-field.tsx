import { Button, FileButton, Input, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { Point } from '#contract/app/common.ts'
import { IconCamera } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconMapPin } from '../icons.ts'
import { type DoorPhoto, PhotoPreview } from './photo-field.tsx'

/** Shows that the carrier is there; one of both is enough. */
export type Proof = { photo: DoorPhoto | null; position: Point | null }

export const noProof: Proof = { photo: null, position: null }

type ProofFieldProps = { proof: Proof; onProof: (proof: Proof) => void; isMissing: boolean }

/** Takes a photo, or asks the phone for its position; the position is asked for only on a tap. */
export function ProofField({ proof, onProof, isMissing }: ProofFieldProps) {
  const { t } = useTexts('carrier')
  const { photo, position } = proof
  const errorId = useId()
  const { locate, isLocating, hasFailed } = usePosition((found) => onProof({ ...proof, position: found }))
  const choose = (file: File | null) => onProof({ ...proof, photo: file && { file } })
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('trip.proof')}</Text>
      <Text size="sm" c="dimmed">
        {t('trip.proofHelp')}
      </Text>
      {photo && <PhotoPreview file={photo.file} alt={t('trip.preview')} />}
      <FileButton accept="image/*" capture="environment" onChange={choose}>
        {(button) => (
          <Button
            {...button}
            data-missing={isMissing || undefined}
            aria-describedby={isMissing ? errorId : undefined}
            variant="default"
            leftSection={<IconCamera size={20} aria-hidden />}
          >
            {t(photo ? 'trip.again' : 'trip.take')}
          </Button>
        )}
      </FileButton>
      {!position && (
        <Button
          variant="default"
          loading={isLocating}
          onClick={locate}
          leftSection={<IconMapPin size={20} aria-hidden />}
        >
          {t('trip.locate')}
        </Button>
      )}
      <div role="status">
        {position && <Text size="sm">{t('trip.located')}</Text>}
        {hasFailed && !position && <Text size="sm">{t('trip.notLocated')}</Text>}
      </div>
      <div id={errorId} role="alert">
        {isMissing && <Input.Error size="md">{t('trip.proofMissing')}</Input.Error>}
      </div>
    </Stack>
  )
}

const longestMs = 20_000

function usePosition(onFound: (position: Point) => void) {
  const [isLocating, setLocating] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const locate = () => {
    setLocating(true)
    setFailed(false)
    const fail = () => {
      setLocating(false)
      setFailed(true)
    }
    if (!('geolocation' in navigator)) return fail()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        onFound({ lat: coords.latitude, lon: coords.longitude })
      },
      fail,
      { enableHighAccuracy: true, timeout: longestMs },
    )
  }
  return { locate, isLocating, hasFailed }
}
