import { Checkbox } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PlaceInput } from '#contract/app/proof.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Whether the carrier adds the place; null before the first photo. The choice is kept, so the phone asks only once. */
const settingName = 'proof.place'

/** The place of the phone, if the carrier allows it: after the first photo, then by the choice of the carrier. */
export function usePlace(onPlace: (place: PlaceInput | null) => void) {
  const [isWanted, setWanted] = useState(() => readSetting(settingName))
  const [hasFailed, setFailed] = useState(false)
  const choose = (isOn: boolean) => {
    writeSetting(settingName, isOn ? 'on' : 'off')
    setWanted(isOn ? 'on' : 'off')
    setFailed(false)
    if (!isOn) onPlace(null)
  }
  // The place of an earlier time that the sheet was open may be of another door.
  const locate = useEffectEvent((isOver: () => boolean) => {
    onPlace(null)
    findPlace(
      (place) => !isOver() && onPlace(place),
      (isDenied) => {
        if (isOver()) return
        if (isDenied) choose(false)
        setFailed(true)
      },
    )
  })
  useEffect(() => {
    let isOver = false
    if (isWanted === 'on') locate(() => isOver)
    return () => {
      isOver = true
    }
  }, [isWanted])
  return {
    isOn: isWanted === 'on',
    hasFailed,
    choose,
    askOnce: () => isWanted === null && choose(true),
  }
}

type PlaceFieldProps = Pick<ReturnType<typeof usePlace>, 'isOn' | 'hasFailed' | 'choose'> & {
  place: PlaceInput | null
}

/** Adds the place of the phone. It is never needed. */
export function PlaceField({ place, isOn, hasFailed, choose }: PlaceFieldProps) {
  const { t } = useTexts('carrier')
  const state = place ? 'added' : hasFailed ? 'failed' : isOn ? 'locating' : 'help'
  return (
    <Checkbox
      size="md"
      label={t('proof.place.add')}
      description={t(`proof.place.${state}`, { metres: Math.ceil(place?.accuracy_m ?? 0) })}
      checked={isOn}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}

const longestMs = 20_000

function findPlace(onFound: (place: PlaceInput) => void, onFailed: (isDenied: boolean) => void): void {
  if (!('geolocation' in navigator)) return onFailed(false)
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude: lat, longitude: lon, accuracy } }) =>
      onFound({ lat, lon, accuracy_m: Math.min(1_000_000, Math.round(accuracy)) }),
    ({ code, PERMISSION_DENIED }) => onFailed(code === PERMISSION_DENIED),
    { enableHighAccuracy: true, timeout: longestMs, maximumAge: 30_000 },
  )
}
