import { useState } from 'react'

/** Which dialog of a drawer is open: while one is, Escape closes only that one. */
export type Nested = { open: string | null; show: (name: string) => void; close: () => void }

export function useNested(): Nested {
  const [open, setOpen] = useState<string | null>(null)
  return { open, show: setOpen, close: () => setOpen(null) }
}
