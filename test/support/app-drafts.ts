import sharp from 'sharp'
import { uploadPhoto } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Person } from './person.ts'

/** Size and addresses of a job: Madrid to Segovia. */
export const trip = {
  size: 'S' as const,
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 3, has_elevator: false },
  dropoff: { address: 'Calle Real 5, 40001 Segovia' },
}

/** Input of `startMyJob`; by default with a new id and no photos. */
export const order = (more: { job_id?: string; photo_ids?: string[]; title?: string } = {}) => ({
  body: { job_id: newId(), title: 'Box of books', ...trip, ...more },
})

/** A JPEG file with EXIF metadata. */
export const picture = await sharp({
  create: { width: 2_000, height: 1_000, channels: 3, background: 'red' },
})
  .withExif({ IFD0: { Copyright: 'EXIF-of-the-phone' } })
  .jpeg()
  .toBuffer()

export const upload = (person: Person) => person.ok(uploadPhoto, { body: picture })
