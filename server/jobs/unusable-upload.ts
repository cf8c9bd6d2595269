import { Problem } from '../lib/problem.ts'

/** @param field the request field that named the photo. */
export const unusableUpload = (field: 'photo_id' | 'photo_ids') =>
  new Problem('validation_error', (t) => t.jobs.photoUnusable, {
    details: {
      [field]: (t) => t.fields.unusableUpload,
    },
  })
