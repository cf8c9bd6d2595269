import sharp from 'sharp'
import { uploadDocument } from '#contract/app/documents.ts'
import type { DocumentKind } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Person } from './person.ts'

/** A small photo of a document. */
export const scan = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#39c' } })
  .jpeg()
  .toBuffer()

/** The day that is so many days from today, in UTC. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Upload = { documentId?: string; kind?: DocumentKind; expiresOn?: string; bytes?: Buffer }

/** The input of an upload: a licence that is valid for 400 days. */
export const uploadOf = ({
  documentId = newId(),
  kind = 'licence',
  expiresOn = dayIn(400),
  bytes = scan,
}: Upload = {}) => ({
  params: { document_id: documentId },
  query: { kind, expires_on: expiresOn },
  body: bytes,
})

/** Uploads a document of the carrier, which then waits. */
export const upload = (carrier: Person, given: Upload = {}) => carrier.ok(uploadDocument, uploadOf(given))
