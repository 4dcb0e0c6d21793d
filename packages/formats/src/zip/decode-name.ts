import { decodeUtf8 } from '../bytes/bytes.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The upper half of code page 437, which is that of names without UTF-8 (APPNOTE, appendix D). */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Returns a name in an archive. Names that do not state UTF-8 can have it all the same: macOS writes such archives. */
export function decodeName(bytes: Uint8Array, statesUtf8: boolean): string {
  if (statesUtf8) return decodeUtf8(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437.charAt(byte - 0x80),
    ).join('')
  }
}
