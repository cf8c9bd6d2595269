/** The shape of the Spanish texts: every key of the English ones, and texts as well. */
export type SameTexts<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameTexts<T[K]> }
