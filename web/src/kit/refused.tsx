import { Alert, type AlertProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useErrorText } from './states.tsx'

type RefusedProps = Pick<AlertProps, 'icon' | 'title' | 'children'> & {
  /** Any true value shows the alert. Its text is shown if there are no `children`. */
  error: unknown
}

/**
 * Shows an error by its form or button, in the words of the error or in others; empty without an error. It scrolls into
 * view: the button is often far below it. It takes the focus that the button loses while it is busy, so the next key
 * starts here. A refused field that has the focus keeps it.
 */
export function Refused({ error, children, ...rest }: RefusedProps) {
  const errorText = useErrorText()
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { activeElement } = document
    if (!error || activeElement?.matches('[aria-invalid="true"]')) return
    shown.current?.scrollIntoView({ block: 'nearest' })
    if (activeElement === document.body) shown.current?.focus({ preventScroll: true })
  }, [error])
  if (!error) return null
  return (
    <Alert {...rest} ref={shown} color="red" role="alert" tabIndex={-1}>
      {children ?? errorText(error)}
    </Alert>
  )
}
