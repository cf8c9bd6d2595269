import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { KeyHint } from './key-hint.tsx'

type ActButtonProps = Pick<ButtonProps, 'variant' | 'color' | 'leftSection' | 'disabled'> & {
  /** The key that triggers the button. */
  letter: string
  onAct: () => void
  /** The button is in a drawer, so its key works only while the drawer is open and not covered. */
  isInDrawer?: boolean
  children: ReactNode
}

/** A button that shows its key; the key triggers it too. */
export function ActButton({ letter, onAct, isInDrawer = false, children, ...rest }: ActButtonProps) {
  useActKey({ letter, onAct, isInDrawer, isOff: Boolean(rest.disabled) })
  return (
    <Button
      variant="default"
      {...rest}
      aria-keyshortcuts={letter}
      rightSection={<KeyHint of={letter} />}
      onClick={onAct}
    >
      {children}
    </Button>
  )
}

type ActKey = { letter: string; onAct: () => void; isInDrawer: boolean; isOff: boolean }

function useActKey({ letter, onAct, isInDrawer, isOff }: ActKey): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isOff || event.key !== letter || isForOther(event)) return
    const openDialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]').length
    // For a button in a drawer, the drawer itself is the one open dialog.
    if (openDialogs !== (isInDrawer ? 1 : 0)) return
    event.preventDefault()
    onAct()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    // The keys of the frame (`g p`) are heard on the document, so before these.
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

const isForOther = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  (event.target instanceof HTMLElement && event.target.matches('input, textarea, select'))
