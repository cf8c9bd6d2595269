import { type SamplePhotoName, samplePhotoOrigin } from '#contract/sandbox/words.ts'
import type { KnownPhoto } from '../photos/fetch-photo.ts'
import type { IngestPhotos } from '../photos/ingest.ts'
import { samplePicture } from './sample-picture.ts'

/**
 * Ingests photos for test keys: URLs of the sandbox are not downloaded. `ok…` is a real picture, which is decoded and
 * stored; the others fail as named. `timeout.jpg` fails immediately, not after the real timeout of 10 s.
 */
export const withSamplePhotos =
  (ingest: IngestPhotos): IngestPhotos =>
  (photos, signal, partner) =>
    ingest(
      photos.map((photo) => (typeof photo === 'string' ? (findSample(photo) ?? photo) : photo)),
      signal,
      partner,
    )

function findSample(url: string): KnownPhoto | null {
  const parsed = URL.parse(url)
  if (parsed?.origin !== samplePhotoOrigin) return null
  const name = parsed.pathname.slice(1)
  return { url, download: isFailing(name) ? failures[name] : pictureOf(name) }
}

type FailingPhoto = Exclude<SamplePhotoName, 'ok.jpg'>

const failures: Record<FailingPhoto, KnownPhoto['download']> = {
  'too-large.jpg': 'size',
  'not-an-image.jpg': Buffer.from('This text is not a picture.'),
  'timeout.jpg': 'timeout',
  'missing.jpg': 'status',
}

const isFailing = (name: string): name is FailingPhoto => Object.hasOwn(failures, name)

const pictureOf = (name: string): KnownPhoto['download'] =>
  /^ok[^/]*$/.test(name) ? samplePicture(name) : failures['missing.jpg']
