/** A text that may be a phone, also one without its country: it must not get into a URL. */
export const isLikePhone = (typed = ''): boolean =>
  /^[+\d\s().-]+$/.test(typed) && typed.replaceAll(/\D/g, '').length >= 7
