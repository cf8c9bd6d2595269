/**
 * Scrolls to the top and focuses the heading of the new state, after the dialog that changed it has closed. Waits for
 * that at most `framesLeft` frames.
 */
export function toNewState(framesLeft = 120): void {
  requestAnimationFrame(() => {
    if (framesLeft > 0 && document.querySelector('[role="dialog"]')) return toNewState(framesLeft - 1)
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('[data-state-heading]')?.focus({ preventScroll: true })
  })
}
