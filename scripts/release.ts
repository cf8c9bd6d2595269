import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { notesOf, type Release, readReleases, versionsOf } from './release/record.ts'

/**
 * `node scripts/release.ts NOTES`, for .github/workflows/release.yml, in a checkout with all commits and tags: prints
 * the version and the commit of the newest release in docs/releases.md, and writes its notes to the file. Prints no
 * line if the release has its tag.
 */
const [file = 'notes.md'] = process.argv.slice(2)
const [newest] = readReleases(readFileSync('docs/releases.md', 'utf8'))
if (newest && git('tag', '--list', `v${newest.version}`) === '') release(newest)

function release({ version, commit }: Release): void {
  const isOnBranch = git('rev-list', 'HEAD').split('\n').includes(commit)
  if (!isOnBranch) throw new Error(`The commit of ${version} is not on this branch: ${commit}`)
  const changelog = git('show', `${commit}:CHANGELOG.md`)
  const manifest = JSON.parse(git('show', `${commit}:package.json`)) as { version: string }
  for (const [name, found] of [
    ['package.json', manifest.version],
    ['CHANGELOG.md', versionsOf(changelog)[0]],
  ])
    if (found !== version) throw new Error(`${name} of ${commit} says ${found}, docs/releases.md ${version}`)
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository = '' } = process.env
  writeFileSync(file, notesOf(changelog, version, `${server}/${repository}/blob/v${version}`))
  console.log(`version=${version}\ncommit=${commit}`)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trimEnd()
}
