/** Downloads like a click on a link: on an error response the download fails and the page stays. */
export function followDownload(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
