/** A row of docs/releases.md. */
export type Release = { version: string; date: string; commit: string }

/** The recorded releases, the newest first. */
export const readReleases = (page: string): Release[] =>
  [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d{4}-\d\d-\d\d) \| `([0-9a-f]{40})` \|$/gm)].map(
    ([, version = '', date = '', commit = '']) => ({ version, date, commit }),
  )

/** The versions of CHANGELOG.md, in its order. `Unreleased` may come first. */
export const versionsOf = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (.+)$/gm)].map(([, version = '']) => version)

/**
 * The part of CHANGELOG.md about a version, without its heading. Links to files of the repository begin with `files`.
 */
export function notesOf(changelog: string, version: string, files: string): string {
  const part = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`))
  if (!part) throw new Error(`CHANGELOG.md has no part ${version}`)
  const notes = part.slice(version.length).trim()
  return `${notes.replaceAll(/\]\((?!\w+:|#)/g, `](${files}/`)}\n`
}
