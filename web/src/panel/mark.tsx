import type { ReactNode } from 'react'

/** The colour of a mark; undefined for an ordinary state. */
export type Look = 'good' | 'bad' | 'waits' | undefined

/** A coloured mark of a state. */
export function Mark({ look, children }: { look?: Look; children: ReactNode }) {
  return (
    <span className="panel-mark" data-look={look}>
      {children}
    </span>
  )
}
