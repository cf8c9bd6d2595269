/** Saves a JSON text as a file, as a browser download. */
export function saveFile(name: string, json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
