// `npm start` and `npm run serve` begin here. Plain JavaScript that any Node can read; one that is too old to build the
// web app is too old to start Dray, and `bin/dray.mjs` says so.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 24 || (major === 24 && minor >= 18)) await import('./build-web.ts')
