import { sideNav } from '../src/kit/layouts.ts'

/**
 * Moves the `style` attributes of rendered HTML into a style sheet, because the pages' Content Security Policy refuses
 * them in a page. Equal styles share a number. React's preloads go: their pictures follow in the same page. So does the
 * script of the router, which the policy refuses too.
 */
export function stylesApart<Name extends string>(screens: Record<Name, string>) {
  const numbers = new Map<string, number>()
  const numberOf = (style: string): number => {
    const number = numbers.get(style) ?? numbers.size
    numbers.set(style, number)
    return number
  }
  const html = Object.fromEntries(
    Object.entries<string>(screens).map(([name, screen]) => [
      name,
      screen
        .replaceAll(/<link rel="preload"[^>]*>|<script\b.*?<\/script>/gs, '')
        .replaceAll(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${numberOf(style)}"`),
    ]),
  ) as Record<Name, string>
  // With the id, they come before the rules of classes, as attributes do.
  const rules = [...numbers].map(
    ([style, number]) => `#first-screen [data-style="${number}"]{${unescaped(style)}}`,
  )
  return { html, css: `${[...rules, ...always].join('\n')}\n` }
}

const unescaped = (attribute: string): string =>
  attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

const always = [
  // The form needs the script, and the page says so.
  '@media (scripting:none){#first-screen{display:none}}',
  '#first-screen form[aria-busy=true] button{opacity:.6;cursor:progress}',
  // The lists are rendered as on a phone.
  `@media ${sideNav}{#first-screen:not([data-screen=draft],[data-screen=signIn]){display:none}}`,
]
