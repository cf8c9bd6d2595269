/**
 * After an act on a job: scrolls to the top of its page and focuses the new state, once the dialog of the act has
 * closed. Does nothing if the person has gone on to another page.
 */
export function toNewState(): void {
  const page = location.pathname
  const waitFor = (framesLeft: number) =>
    requestAnimationFrame(() => {
      if (framesLeft > 0 && document.querySelector('[role="dialog"]')) waitFor(framesLeft - 1)
      // A dialog that closes gives the focus back to its button a moment later.
      else setTimeout(show, 50)
    })
  const show = () => {
    if (location.pathname !== page || document.querySelector('[role="dialog"]')) return
    scrollTo({ top: 0 })
    const heading = document.querySelector<HTMLElement>('[data-state-heading]')
    heading?.focus({ preventScroll: true })
    // A slow phone may unlock the page behind the dialog later, which brings back where it was scrolled to.
    setTimeout(() => document.activeElement === heading && scrollTo({ top: 0 }), 100)
  }
  waitFor(120)
}
