import type { ReactNode } from 'react'

/** Where each marked part of a sentence leads. */
type Links = Record<string, string>

/**
 * A text such as `Accept the <terms>conditions</terms>.` with its marked parts as links, which open in a new tab.
 */
export function withLinks(text: string, links: Links): ReactNode[] {
  return text.split(/(<(?:\w+)>.*?<\/\w+>)/).map((part) => {
    const [, name = '', words] = /^<(\w+)>(.*)<\/\w+>$/.exec(part) ?? []
    if (!words || !links[name]) return part
    return (
      <a key={name} className="dray-plain-link" href={links[name]} target="_blank" rel="noopener">
        {words}
      </a>
    )
  })
}
