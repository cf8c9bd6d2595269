import { useEffect, useRef, useState } from 'react'

/** Each refused tap goes to the first missing field, so a screen reader says it. `sheet` is around the fields. */
export function useMissing() {
  const [tries, setTries] = useState(0)
  const sheet = useRef<HTMLDivElement>(null)
  // After the fields show that they are missing.
  useEffect(() => {
    if (tries > 0) sheet.current?.querySelector<HTMLElement>(missing)?.focus()
  }, [tries])
  return { sheet, hasTried: tries > 0, refuse: () => setTries((before) => before + 1) }
}

/** A button that takes a photo cannot be `aria-invalid`. */
const missing = '[aria-invalid="true"], [data-missing]'
