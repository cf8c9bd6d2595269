/** Words that many people use as a password, English and Spanish, in lower case and without accents. */
const commonWords: readonly string[] = `
  password passwort contrasena secret secreto clave welcome bienvenido bienvenida bienvenidos letmein hello hola
  monkey dragon master superman batman spiderman pokemon starwars football futbol baseball basketball soccer
  hockey golf tennis tenis princess princesa sunshine shadow michael jordan jennifer jessica ashley daniel thomas
  andrew joshua matthew robert carlos maria jose antonio manuel francisco david javier miguel alejandro alberto
  sergio pablo laura lucia carmen marta cristina isabel elena barcelona madrid sevilla valencia espana realmadrid
  atletico betis zaragoza bilbao london paris america england germany mexico argentina colombia summer verano
  winter invierno spring primavera autumn otono january enero february march marzo april abril june junio july
  julio august agosto september septiembre october octubre november noviembre december diciembre monday lunes
  friday viernes sunday domingo iloveyou tequiero teamo mylove amor amormio corazon qwerty qwertyuiop qwertyui
  asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc administrator administrador admin root user usuario guest test
  testing prueba demo temporal changeme cambiame default system sistema server servidor service servicio company
  empresa office oficina login access acceso computer ordenador internet google facebook whatsapp amazon apple
  microsoft windows android iphone samsung trustno freedom libertad whatever nothing nada purple orange yellow
  amarillo green verde blue azul black negro white blanco silver golden flower flores butterfly mariposa
  chocolate cookie cheese coffee cafe banana killer hunter ranger thunder diamond ginger pepper tigger charlie
  buster rocky lucky angel angelito guitar music musica delivery entrega reparto transporte paquete camion
  furgoneta mudanza carrier express
`
  .trim()
  .split(/\s+/)

/*
 * Passwords that a guesser tries first, refused without a network request. The list combines the words and endings that
 * people choose for twelve characters; it was written for Dray.
 */

/** `common`: on the list. `own`: mostly words that others know about the member. */
type PasswordFault = 'common' | 'own'

/** @param ownWords words that others know about the member, such as the name, as people write them. */
export function faultOfPassword(password: string, ownWords: readonly string[]): PasswordFault | null {
  const plain = plainOf(password)
  if (isCommon(plain)) return 'common'
  const own = ownWords.flatMap((words) => words.split(/[^\p{L}\p{N}]+/u).map(plainOf))
  const rest = own
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ' '), plain)
  const isOwn = rest !== plain && (lettersOf(rest).length < fewLetters || isCommon(rest.replaceAll(' ', '')))
  return isOwn ? 'own' : null
}

/** Minimum of other letters in a password with a word of the person. */
const fewLetters = 6

/** The list: each word alone, twice, and with each ending. */
const commonPasswords: ReadonlySet<string> = new Set(
  commonWords.flatMap((word) => [word, word + word, ...endings().map((ending) => word + ending)]),
)

function endings(): string[] {
  const years = ['2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027']
  return [
    '1',
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    '1234567',
    '12345678',
    '123456789',
    '1234567890',
    ...years,
  ]
}

/**
 * Whether a password is on the list, also with digits and signs around or inside its words; repeats one to three
 * characters; or is a row of keys.
 */
function isCommon(plain: string): boolean {
  const letters = lettersOf(plain)
  if (commonPasswords.has(plain) || commonPasswords.has(letters)) return true
  if (/^(.{1,3})\1+.{0,2}$/u.test(plain)) return true
  return letters === '' || rows.some((row) => row.includes(letters) || row.includes(plain))
}

const rows = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
]

/** In lower case, without accents, and with letters in place of similar digits and signs within a word. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[01345$@!7](?=\p{L})/gu, (sign) => letterOf[sign] ?? sign)

const letterOf: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
  '!': 'i',
  7: 't',
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
