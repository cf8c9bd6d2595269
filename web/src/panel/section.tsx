import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; text?: ReactNode; actions?: ReactNode; children?: ReactNode }

/** A card with a heading, a sentence and its acts. */
export function Section({ title, text, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className="panel-section" aria-labelledby={id}>
      <div className="panel-section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {actions && <div className="panel-acts">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
