/** Without accents, in lower case, for comparing with what is typed: `Ángel` → `angel`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
