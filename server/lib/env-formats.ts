import { isIP } from 'node:net'
import pg from 'pg'
import { mailAddressPattern, maxMailAddressLength } from '#contract/mail-address.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import { isTimeZone } from './zoned-time.ts'

type EnvFormat = {
  validate: (text: string) => boolean
  /** Completes "NAME must be …". */
  form: string
}

const isUrl = (text: string, scheme: RegExp): boolean =>
  scheme.test(text) && !/[\s\\]/.test(text) && URL.canParse(text)

/** A host name or address with an optional port, as in a URL. */
const isAuthority = (text: string): boolean =>
  /^[\w.\-[\]:]+$/.test(text) && !text.endsWith(':') && URL.canParse(`https://${text}`)

/** An interface to listen on may have a zone (`fe80::1%eth0`). */
const isListenHost = (text: string): boolean => isIP(text) > 0 || (!text.includes(':') && isAuthority(text))

function isHostWithPort(text: string): boolean {
  const port = Number(/:(\d{1,5})$/.exec(text)?.[1] ?? 0)
  return port >= 1 && port <= 65_535 && isAuthority(text)
}

/** Only pg knows which URLs it accepts. A client opens no connection before `connect`. */
function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(text)) return false
  try {
    return Boolean(new pg.Client({ connectionString: text }))
  } catch {
    return false
  }
}

const isMail = (text: string): boolean => /^(mailto:)?[^\s@:]+@[^\s@]+$/.test(text)

const isMailAddress = (text: string): boolean =>
  text.length <= maxMailAddressLength && new RegExp(mailAddressPattern).test(text)

const isTelephone = (text: string): boolean => /^(tel:)?\+[1-9][0-9 ]{5,18}$/.test(text)

/** A calling code alone is refused, because it would allow expensive numbers of that country. */
const isTextedNumbers = (name: string): boolean =>
  /^(?:\*|[A-Z]{2}|\+[1-9]\d{0,6})$/.test(name) && !countryCode.test(name)

const isList = (text: string, isEntry: (entry: string) => boolean): boolean =>
  text === '' || text.split(',').every((entry) => isEntry(entry.trim()))

/** A name has a letter and at most 11 characters, because the networks carry no more. */
const isSender = (text: string): boolean =>
  /^(?:\+[1-9]\d{6,14}|\d{3,8})$/.test(text) ||
  /^(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,9}[A-Za-z0-9])?$/.test(text)

/** As assigned by ITU E.164: 979 is the only code of its group without a country. */
const countryCode =
  /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|85|96|99)\d|88[06]|97[0-8])$/

/** The values of `format` in a settings schema. A value that passes never makes a later `new URL` throw. */
export const envFormats: Record<string, EnvFormat> = {
  'base-url': {
    validate: (text) => isUrl(text, /^https?:\/\/[^/?#@]+$/),
    form: 'http:// or https:// and a host, without credentials, path or final slash',
  },
  'web-url': { validate: (text) => isUrl(text, /^https?:\/\//), form: 'a URL with http:// or https://' },
  'https-url': { validate: (text) => isUrl(text, /^https:\/\//), form: 'a URL with https://' },
  'service-url': {
    validate: (text) => isUrl(text, /^https?:\/\/[^?#]+$/),
    form: 'a URL with http:// or https://, without ? and #',
  },
  'redis-url': { validate: (text) => isUrl(text, /^rediss?:\/\//), form: 'redis://host:port or rediss://…' },
  'database-url': {
    validate: isDatabaseUrl,
    form: 'postgres://user:password@host:port/database (and files that it names must be readable)',
  },
  authority: { validate: isAuthority, form: 'a host, or host:port' },
  'listen-host': { validate: isListenHost, form: 'a host name or an IP address' },
  'port-or-off': {
    validate: (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535),
    form: 'a port from 0 to 65535, or off',
  },
  'host-ports': {
    validate: (text) => text === '' || text.split(',').every((part) => isHostWithPort(part.trim())),
    form: 'a list of host:port with commas between, each port from 1 to 65535',
  },
  'texted-numbers': {
    validate: (text) => text.split(',').every((part) => isTextedNumbers(part.trim())),
    form: '*, or a list of countries such as ES,PT, with the first digits of costly numbers after them if you want some, such as +881 (a country is named by its letters, not by +34)',
  },
  senders: {
    validate: (text) => isList(text, (entry) => /^[A-Z]{2}=/.test(entry) && isSender(entry.slice(3))),
    form: 'a list such as ES=Dray,PT=+351912345678: a country by its letters, and a name of up to 11 letters, digits and spaces, a number with +, or a short code',
  },
  'sender-names': {
    validate: (text) => isList(text, isSender),
    form: 'a list of sender names with commas between, each of up to 11 letters, digits and spaces',
  },
  notices: {
    validate: (text) => isList(text, (entry) => /^[a-z_]{1,60}:[a-z]{1,10}$/.test(entry)),
    form: 'a list of kind:channel with commas between, such as job_collected:push',
  },
  'mail-url': {
    // Only `mail/mail-url.ts` knows the parts.
    validate: (text) => isUrl(text, /^smtps?:\/\//),
    form: 'smtps://user:password@host:port, smtp:// for STARTTLS, or smtp://host:port?tls=off for a relay that needs no password',
  },
  'mail-addresses': {
    validate: (text) => isList(text, isMailAddress),
    form: 'a list of mail addresses with commas between',
  },
  'mail-address': {
    validate: isMailAddress,
    form: 'a mail address, without a name',
  },
  'signing-secret': {
    // Base64 of at least 16 bytes: of other text a part would be left out, and the key be short or empty.
    validate: (text) =>
      text.startsWith('whsec_') ? /^[A-Za-z0-9+/]{22,}={0,2}$/.test(text.slice(6)) : text.length >= 16,
    form: 'at least 16 characters, or whsec_ and a key of at least 16 bytes in base64',
  },
  contact: {
    validate: (text) => /^mailto:[^\s@]+@[^\s@]+$/.test(text) || isUrl(text, /^https:\/\//),
    form: 'mailto: and an e-mail address, or a URL with https://',
  },
  'support-contact': {
    validate: (text) => isMail(text) || isTelephone(text) || isUrl(text, /^https:\/\//),
    form: 'an e-mail address, a phone number with its country code, or a URL with https://',
  },
  'time-zone': { validate: isTimeZone, form: 'the name of a time zone, such as Europe/Madrid' },
  'legal-text': {
    validate: (text) =>
      (isUrl(text, /^https:\/\//) && namesLanguages(text)) || /^[^\p{Cc}:]+\.md$/u.test(text),
    form: 'a URL with https://, or the path of a Markdown file (.md); {language:en,es} in a URL names the languages it has',
  },
}

/** Whether each `{language:en,fr}` names languages that Dray has. */
const namesLanguages = (text: string): boolean =>
  [...text.matchAll(/\{language:([^}]*)\}/g)].every(([, names = '']) =>
    names.split(',').every((name) => personLanguages.some((each) => each === name)),
  )
