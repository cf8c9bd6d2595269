import { Fragment, type ReactNode } from 'react'

export type Fact = [name: string, value: ReactNode]

/** Pairs of a name and a value. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="panel-facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
