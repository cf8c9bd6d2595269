/** Moves the focus to the next or previous row of the list on the page (`data-row`); from outside, to the first. */
export function moveInList(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const now = rows.findIndex((row) => row === document.activeElement)
  const next = now < 0 ? 0 : Math.min(Math.max(now + by, 0), rows.length - 1)
  rows[next]?.focus()
  rows[next]?.scrollIntoView({ block: 'nearest' })
}
