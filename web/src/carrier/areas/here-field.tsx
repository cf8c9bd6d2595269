import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { locate, type RoughPoint } from '../feed/position.ts'
import { IconCurrentLocation } from '../icons.ts'

type HereFieldProps = {
  point: RoughPoint | null
  /** The area has the place of a phone from before, and no other is chosen. */
  isKept: boolean
  /** What is typed meanwhile counts, not a place that is found later. */
  address: string
  onPoint: (point: RoughPoint) => void
}

/** Takes the place of the device as the middle of the area. */
export function HereField({ point, isKept, address, onPoint }: HereFieldProps) {
  const { t } = useTexts('carrier')
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const typed = useRef(address)
  useEffect(() => {
    typed.current = address
  }, [address])
  const ask = () => {
    const before = typed.current
    setState('asking')
    locate(
      (found) => {
        setState('idle')
        if (typed.current === before) onPoint(found)
      },
      () => setState('failed'),
    )
  }
  const said = {
    idle: point ? t('areas.hereDone') : isKept ? t('areas.hereKept') : null,
    asking: t('areas.locating'),
    failed: t('areas.hereFailed'),
  }[state]
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconCurrentLocation size={20} aria-hidden />}
        loading={state === 'asking'}
        onClick={ask}
      >
        {t('areas.here')}
      </Button>
      <Text size="sm" mt={4} role="status">
        {said}
      </Text>
    </div>
  )
}
