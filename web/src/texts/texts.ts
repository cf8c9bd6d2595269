/** Type of a translation: it has exactly the keys of the English texts. */
export type SameTexts<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameTexts<T[K]> }
