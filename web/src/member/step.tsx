import './step.css'
import type { ReactNode } from 'react'

/** Heading of one step of getting in. */
export function StepTitle({ children }: { children: ReactNode }) {
  return <h2 className="member-step">{children}</h2>
}
