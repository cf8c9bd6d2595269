/** The outline of a van, for the sketch and for the marker on the map. */
export const vanPath =
  'M2 6h11v9H2zM13 9h4l4 3v3h-8zM4.5 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0'

export const VanShape = () => (
  <svg viewBox="0 0 23 20" width="20" height="18" aria-hidden>
    <path d={vanPath} />
  </svg>
)
