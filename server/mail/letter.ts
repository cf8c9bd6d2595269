import type { PersonLanguage } from '#contract/vocabulary.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { texts } from '../texts/index.ts'

/** What a mail says, in plain text and as HTML. The HTML has no script, picture, font or style from elsewhere. */
export type Letter = { subject: string; text: string; html: string; headers: Record<string, string> }

export type LetterParts = {
  language: PersonLanguage
  serviceName: string
  subject: string
  /** Paragraphs of plain text, without line breaks. */
  paragraphs: string[]
  /** A code to type, shown large. */
  code?: string
  link?: { words: string; url: string }
  /** Why the person gets this mail. */
  reason: string
  /** The page that ends such mails, and takes the one click of a mail program (RFC 8058); absent for mails about money. */
  offUrl?: string
}

export function writeLetter(parts: LetterParts): Letter {
  const { subject, offUrl } = parts
  const headers: Record<string, string> = offUrl
    ? { 'List-Unsubscribe': `<${offUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
  return { subject: inOneLine(subject), text: plainText(parts), html: htmlText(parts), headers }
}

/** A subject is a header. */
const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)

function plainText({ language, paragraphs, code, link, reason, offUrl }: LetterParts): string {
  const t = texts[language].mails
  const blocks = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(link ? [`${link.words}: ${link.url}`] : []),
    `-- \n${[reason, ...(offUrl ? [`${t.off}: ${offUrl}`] : [])].join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

function htmlText(parts: LetterParts): string {
  const { language, serviceName, subject, paragraphs, code, link, reason, offUrl } = parts
  const t = texts[language].mails
  const off = offUrl ? ` <a href="${escapeHtml(offUrl)}" style="color:inherit">${escapeHtml(t.off)}</a>` : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;${font};font-size:16px;line-height:1.5">
<div style="max-width:34em;margin:0 auto">
<p style="font-weight:700">${escapeHtml(serviceName)}</p>
<h1 style="font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${code ? `<p style="font-size:28px;font-weight:700;letter-spacing:4px">${escapeHtml(code)}</p>\n` : ''}${link ? buttonTo(link) : ''}<p style="font-size:13px;opacity:.75;border-top:1px solid;padding-top:12px;margin-top:32px">${escapeHtml(reason)}${off}</p>
</div>
</body>
</html>
`
}

const buttonTo = ({ words, url }: { words: string; url: string }): string =>
  `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b52;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(words)}</a></p>\n`
