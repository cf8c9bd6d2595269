/** A contact as people read it, without the scheme of its link. */
export const shownContact = (url: string): string => url.replace(/^(mailto:|tel:|https:\/\/)/, '')
