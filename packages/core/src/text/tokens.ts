/**
 * Splits the text into words, runs of spaces and single characters; scripts written without spaces are split
 * into characters. Joined, the tokens equal the text.
 */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? []
}

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}_])+|\s+|[\s\S]/gu
