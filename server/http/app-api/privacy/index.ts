import type { FastifyInstance } from 'fastify'
import { type DownloadNeeds, mountDownloadMyData } from './download-my-data.ts'
import { type EraseMeNeeds, mountEraseMe } from './erase-me.ts'
import { mountReadErasure } from './read-erasure.ts'

export type PrivacyNeeds = DownloadNeeds & EraseMeNeeds

/** Download and deletion of all data about the caller. */
export function mountPrivacy(scope: FastifyInstance, needs: PrivacyNeeds): void {
  mountReadErasure(scope, needs)
  mountEraseMe(scope, needs)
  mountDownloadMyData(scope, needs)
}
