/** After an act that ends something: leads eyes and screen readers to the new state at the top, once its dialog is gone. */
export function toNewState(framesLeft = 120): void {
  requestAnimationFrame(() => {
    if (framesLeft > 0 && document.querySelector('[role="dialog"]')) return toNewState(framesLeft - 1)
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('[data-state-heading]')?.focus({ preventScroll: true })
  })
}
