import type { ExportReply, FileAnswer } from '@dragoman/contract'

/** Downloads a file. */
export function saveFile({ fileName, content }: Pick<ExportReply, 'fileName' | 'content'>): void {
  saveBlob(fileName, new Blob([Uint8Array.from(atob(content), (char) => char.charCodeAt(0))]))
}

/** Downloads a file from a stream; the browser can keep it on disk meanwhile. */
export async function saveStream({ fileName, bytes }: FileAnswer): Promise<void> {
  saveBlob(fileName, await new Response(bytes).blob())
}

function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the bytes asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
