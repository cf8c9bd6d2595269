import { createHash } from 'node:crypto'

/** A weak tag: the compressed and the plain body of a page are one page. */
export const tagOf = (content: Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether `If-None-Match` names the tag; weak and strong tags are alike here (RFC 9110, 13.1.2). */
export const isNamed = (etag: string, header: string | undefined): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim() === '*' || withoutMark(tag.trim()) === withoutMark(etag))

const withoutMark = (tag: string): string => tag.replace(/^W\//, '')
