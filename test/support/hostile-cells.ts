/**
 * Texts that a spreadsheet would run as a formula or that break a line, each with its cell in a CSV file. PostgreSQL
 * stores all of them; a lone surrogate becomes U+FFFD on the way into the database or into the file.
 */
export const hostileCells: readonly { text: string; cell: string }[] = [
  { text: '=1+1', cell: "'=1+1" },
  { text: '+1', cell: "'+1" },
  { text: '-1', cell: "'-1" },
  { text: '@SUM(A1)', cell: "'@SUM(A1)" },
  { text: ' =4', cell: "' =4" },
  { text: '\u200B=2', cell: "'\u200B=2" },
  { text: '＝3', cell: "'＝3" },
  { text: '\t=5', cell: `"'\t'=5"` },
  { text: '\rx', cell: `"'\rx"` },
  { text: '\n=6', cell: `"'\n'=6"` },
  { text: '=HYPERLINK("http://evil.example","x")', cell: `"'=HYPERLINK(""http://evil.example"",""x"")"` },
  { text: 'a,"b"', cell: '"a,""b"""' },
  { text: '"=7', cell: '"""=7"' },
  { text: 'a;=8', cell: `"a;'=8"` },
  { text: 'a\n =9', cell: `"a\n' =9"` },
  { text: '\uD800=x', cell: '\uFFFD=x' },
]
