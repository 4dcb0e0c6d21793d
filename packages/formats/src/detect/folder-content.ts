/**
 * What detection may ask of the folder it looks at. Paths are relative, with `/`; what cannot be read is
 * empty.
 */
export type FolderContent = {
  /**
   * The decoded start of a file, some thousand characters: asked for files that lie like locale files, and no
   * others.
   */
  readonly head: (path: string) => Promise<string>
  /**
   * The whole file: asked for the few whose languages stand in it, or whose start does not tell their format.
   */
  readonly bytes: (path: string) => Promise<Uint8Array>
  readonly size: (path: string) => Promise<number>
}

/** Heads of files, read a few at a time. */
export async function readHeads(
  content: FolderContent,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const heads = new Map<string, string>()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE)
    const texts = await Promise.all(some.map((path) => content.head(path)))
    for (const [i, path] of some.entries()) heads.set(path, texts[i] ?? '')
  }
  return heads
}

const AT_ONCE = 16

/**
 * Text of a file's first bytes, for detection alone: what is cut off or of another charset shows as
 * replacement characters.
 */
export function decodeHead(bytes: Uint8Array): string {
  const charset =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(charset).decode(bytes)
}
