// First step of `npm start` and `npm run serve`. Plain JavaScript, so it runs on any Node version. On a version that is
// too old it is skipped, and `bin/dray.mjs` then prints the error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 24 || (major === 24 && minor >= 18)) {
  const { prepare } = await import('./prepare/prepare.mjs')
  await prepare()
}
