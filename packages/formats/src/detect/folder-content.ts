import { encodingOf } from '../bytes/decode.ts'

/**
 * The access of detection to the folder that it examines. Paths are relative, with `/`; unreadable files are
 * empty.
 */
export type FolderContent = {
  /**
   * Returns the decoded start of a file, some thousand characters. Only called for files arranged like locale
   * files.
   */
  readonly head: (path: string) => Promise<string>
  /**
   * Returns the whole file. Only called for the few whose languages are in the content, or whose start does
   * not show their format.
   */
  readonly bytes: (path: string) => Promise<Uint8Array>
  readonly size: (path: string) => Promise<number>
  /** Called with the files that are read next, if reading each separately would take too long. */
  readonly prepare?: (paths: readonly string[]) => Promise<void>
}

/** Reads the heads of files, a few at a time. */
export async function readHeads(
  content: FolderContent,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const heads = new Map<string, string>()
  await content.prepare?.(paths)
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE)
    const texts = await Promise.all(some.map((path) => content.head(path)))
    for (const [i, path] of some.entries()) heads.set(path, texts[i] ?? '')
  }
  return heads
}

const AT_ONCE = 16

/**
 * Decodes a file's first bytes, for detection only: truncated characters and those in another charset become
 * replacement characters.
 */
export function decodeHead(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes).charset).decode(bytes)
}
