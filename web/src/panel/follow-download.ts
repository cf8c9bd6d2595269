/** Downloads as a link that was clicked does: a refusal fails the download and leaves the page. */
export function followDownload(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
