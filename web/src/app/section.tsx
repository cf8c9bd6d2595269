import { type ReactNode, useId } from 'react'

/** A card with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="dray-card" aria-labelledby={id}>
      <h2 className="app-section" id={id} style={{ marginBottom: '0.75rem' }}>
        {title}
      </h2>
      {children}
    </section>
  )
}
