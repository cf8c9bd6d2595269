import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { installPackage } from './reference/tools.ts'

/**
 * `npm run check:valhalla`: the tests of the router over the real Valhalla, with a map that the tests make. The first
 * run installs the engine, 87 MB, outside the dependencies of Dray; only that uses the network.
 */
installPackage(path.join(import.meta.dirname, '../test/third-party/valhalla'))
execFileSync(process.execPath, [path.join(import.meta.dirname, '../test/run.ts'), 'test/valhalla.test.ts'], {
  stdio: 'inherit',
})
