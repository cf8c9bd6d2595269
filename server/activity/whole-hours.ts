const hourMs = 3_600_000

type Span = { from: Date; to: Date }

/** The whole hours of UTC in a span; `to` is exclusive, and before `from` if there is none. */
export const wholeHours = ({ from, to }: Span): Span => ({
  from: new Date(Math.ceil(from.getTime() / hourMs) * hourMs),
  to: new Date(Math.floor(to.getTime() / hourMs) * hourMs),
})
