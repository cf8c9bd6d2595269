/**
 * The keys of the open page with what they do, each once, read from its buttons (`aria-keyshortcuts`) and from elements
 * that name a key without a button (`data-page-key`).
 */
export function pageKeys(): [key: string, text: string][] {
  const named = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts], main [data-page-key]')]
  const keys = new Map<string, string>()
  for (const element of named) {
    const key = element.dataset.pageKey ?? element.getAttribute('aria-keyshortcuts') ?? ''
    if (!keys.has(key)) keys.set(key, element.innerText.trim())
  }
  return [...keys]
}
