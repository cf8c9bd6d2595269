/**
 * The id of a heading, from its text or as given: `## Pedir {#estimate}`. Translated pages give the id of the English
 * heading, so one link works in each language.
 */
export function anchorOf(heading: string): { id: string; title: string } {
  const given = /^(.*?)\s*\{#([\w-]+)\}$/.exec(heading)
  const title = given?.[1] ?? heading
  return { id: given?.[2] ?? slugOf(title), title }
}

/** Keeps underscores, because error codes have them. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Converts headings with ids to plain headings. A Markdown reader derives the id of a heading from its words; if our id
 * differs, an empty link with our id precedes the heading, so links between pages still work.
 */
export const withAnchors = (markdown: string): string =>
  markdown.replaceAll(blockOrHeading, (whole, marks?: string, heading?: string) => {
    if (!marks || !heading) return whole
    const { id, title } = anchorOf(heading)
    const plain = `${marks} ${title}`
    return id === markdownSlug(title) ? plain : `<a id="${id}"></a>\n\n${plain}`
  })

/** A code block, where a line with `##` is a comment, or a heading of a part. */
const blockOrHeading = /^```[^]*?^```$|^(#{2,3}) (.+)$/gm

/** The id that GitHub and most other readers of Markdown give a heading. */
export const markdownSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
