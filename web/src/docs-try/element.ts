type Given<Name extends keyof HTMLElementTagNameMap> = Partial<
  Pick<HTMLElementTagNameMap[Name], 'className' | 'textContent' | 'hidden' | 'id'>
>

/** Creates an element with properties and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  given: Given<Name> = {},
  inside: (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), given)
  if (inside.length > 0) made.append(...inside)
  return made
}
