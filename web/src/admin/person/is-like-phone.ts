/** True for a text that is mostly digits, such as a number with spaces that is not complete yet. */
export const isLikePhone = (text = ''): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= 6 && !/\p{L}{3}/u.test(text)
