/**
 * Keeps the keyboard where it was when the focused element is taken away, where browsers start from the top of the page
 * again: an entry that was removed, a form that was sent, a dialog that has closed, a button that is disabled while it
 * works. The focus stays in a dialog that is open; it goes to what opened one that has closed, else to the heading of
 * the closest section that is left.
 *
 * @returns ends it.
 */
export function keepFocus(): () => void {
  const { remember, forget, restoreSoon, stop } = createKeeper()
  const observer = new MutationObserver(restoreSoon)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
    stop()
  }
}

/** A screen that moves the focus itself, such as to an error, does so before. */
const patienceMs = 60

type Place = { element: HTMLElement; around: Element[] }

function createKeeper() {
  /** The focused element, and the one that was focused before a dialog was opened. */
  let last: Place | null = null
  let onPage: Place | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = { element: target, around: ancestorsOf(target) }
    if (!target.closest(dialogs)) onPage = last
  }
  const restore = () => {
    timer = undefined
    if (!last || document.activeElement !== document.body) return
    if (last.element.matches(':disabled') && last.element.isConnected) return
    // The keyboard must not reach the page behind an open dialog.
    const stays =
      last.element.isConnected || last.around.some((each) => each.isConnected && each.matches(dialogs))
    const place = stays ? last : onPage
    last = null
    placeLeft(place)?.focus({ preventScroll: true })
  }
  const restoreSoon = () => {
    timer ??= setTimeout(restore, patienceMs)
  }
  /** A person who taps beside an element leaves it; one that goes away or is disabled was not left. */
  const forget = ({ target }: FocusEvent) => {
    setTimeout(() => {
      if (last?.element !== target || !isLeft(last.element)) return restoreSoon()
      last = null
      onPage = null
    })
  }
  return { remember, forget, restoreSoon, stop: () => clearTimeout(timer) }
}

const isLeft = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && document.activeElement === document.body

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = []
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each)
  return found
}

/** The element itself, else the heading of the closest section around it, else that of the page. */
function placeLeft(place: Place | null): HTMLElement | null {
  if (place?.element.isConnected) return place.element
  const section = place?.around.find((each) => each.isConnected && each.matches(sections))
  const heading = (section ?? document).querySelector<HTMLElement>('h1, h2, h3')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

const dialogs = '[role="dialog"]'
const sections = `section, main, [role="main"], [role="complementary"], ${dialogs}`
