/** One bar: its parts from the bottom up. */
export type Bar = { id: string; name: string; values: number[] }

type BarsProps = {
  label: string
  bars: Bar[]
  /** Classes of the parts, from the bottom up. */
  parts?: string[]
}

const height = 120
const onePart = ['bar-good']

/** A chart of bars. A table beneath has the same numbers, so screen readers are told only its name. */
export function Bars({ label, bars, parts = onePart }: BarsProps) {
  const max = Math.max(1, ...bars.map(({ values }) => sum(values)))
  return (
    <figure className="panel-bars">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(bars.length, 1) * 10} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ id, name, values }, index) => (
          <g key={id}>
            <title>{`${name}: ${sum(values)}`}</title>
            {values.map((value, part) => {
              const top = sum(values.slice(0, part + 1))
              return (
                <rect
                  key={parts[part]}
                  className={parts[part]}
                  x={index * 10 + 1}
                  width={8}
                  y={height - (top / max) * height}
                  height={(value / max) * height}
                />
              )
            })}
          </g>
        ))}
      </svg>
      <figcaption aria-hidden>
        <span>{bars[0]?.name}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.name}</span>}
      </figcaption>
    </figure>
  )
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
