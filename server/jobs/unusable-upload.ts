import { Problem } from '../lib/problem.ts'

/** @param field the request field that named the photo. */
export const unusableUpload = (field: 'photo_id' | 'photo_ids') =>
  new Problem(
    'validation_error',
    {
      en: 'A photo cannot be used; see `details`.',
      es: 'Una foto no se puede usar; consulta `details`.',
    },
    {
      details: {
        [field]: {
          en: 'was not uploaded by you in the last day, or is used already',
          es: 'no la has subido tú en el último día, o ya se ha usado',
        },
      },
    },
  )
