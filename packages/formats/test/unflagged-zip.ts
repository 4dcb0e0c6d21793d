import { zipSync } from 'fflate'

/** Of the flags, in the byte that is one after their start. */
const HAS_UTF8_NAME = 8

/** Returns a ZIP archive in UTF-8 that does not state so, as macOS writes it. */
export function unflaggedZip(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
    ),
  )
  for (const [signature, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const)
    for (
      let at = bytes.indexOf(signature, 0, 'latin1');
      at >= 0;
      at = bytes.indexOf(signature, at + 1, 'latin1')
    )
      bytes.writeUInt8(bytes.readUInt8(at + flags + 1) & ~HAS_UTF8_NAME, at + flags + 1)
  return new Uint8Array(bytes)
}
