/**
 * The id of a heading, from its text or as given: `## Pedir {#estimate}`. Pages in other languages than English give the id
 * of the English heading, so that one link works in each language.
 */
export function anchorOf(heading: string): { id: string; title: string } {
  const given = /^(.*?)\s*\{#([\w-]+)\}$/.exec(heading)
  const title = given?.[1] ?? heading
  return { id: given?.[2] ?? slugOf(title), title }
}

/** Keeps underscores, as they are part of the error codes. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
