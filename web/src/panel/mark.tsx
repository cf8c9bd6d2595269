import type { ReactNode } from 'react'

/** What a mark tells at one glance; undefined for an ordinary state. */
export type Look = 'good' | 'bad' | 'waits' | undefined

/** A coloured mark of a state. */
export function Mark({ look, children }: { look?: Look; children: ReactNode }) {
  return (
    <span className="panel-mark" data-look={look}>
      {children}
    </span>
  )
}
