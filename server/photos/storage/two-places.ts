import type { PhotoStorage } from './storage.ts'

/**
 * Stores photos at `main`, and finds and removes them at both places: while `dray photos move` runs, a photo can be at
 * either or at both.
 */
export const twoPlaces = (main: PhotoStorage, other: PhotoStorage): PhotoStorage => ({
  ...main,
  async read(photo) {
    const found = await readEither(main, other, photo)
    // The move stores the copy before it removes the photo, and both can happen between the two reads.
    return found ?? main.read(photo)
  },
  async remove(photo) {
    const removals = await Promise.allSettled([main.remove(photo), other.remove(photo)])
    const failed = removals.find((removal) => removal.status === 'rejected')
    if (failed) throw failed.reason
  },
})

/** Finds a photo also while the main place fails. @throws the error of `main` when the photo is not at `other`. */
async function readEither(main: PhotoStorage, other: PhotoStorage, photo: string) {
  const [first] = await Promise.allSettled([main.read(photo)])
  if (first.status === 'fulfilled') return first.value ?? other.read(photo)
  const found = await other.read(photo).catch(() => null)
  if (found) return found
  throw first.reason
}
