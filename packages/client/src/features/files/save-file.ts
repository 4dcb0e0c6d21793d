import type { ExportReply } from '@dragoman/contract'

/** Hands a file to the browser, which asks where to put it or puts it with the other downloads. */
export function saveFile({ fileName, content }: Pick<ExportReply, 'fileName' | 'content'>): void {
  const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the bytes after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
