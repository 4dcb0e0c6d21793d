import { CST } from 'yaml'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import type { Leaf } from '../tree/draft.ts'
import { isNullPlain, isPlainText } from './resolve-plain.ts'
import { scalarText } from './yaml-token.ts'

/** The text of a file, and whether plain scalars that begin with a colon are symbols, as in Ruby. */
export type YamlSource = { readonly text: string; readonly hasSymbols: boolean }

/** A scalar or alias as a value: a text, or something that is kept. */
export function leafOf(
  { text, hasSymbols }: YamlSource,
  token: CST.Token,
  end: number,
  props: readonly CST.SourceToken[],
): Leaf {
  const start = token.offset
  const raw = text.slice(start, end)
  if (!CST.isScalar(token) || token.type === 'alias')
    return { kind: 'leaf', raw, text: null, isFree: false, start }
  const said = scalarText(token)
  // One string for both, as for most texts they are the same.
  const value = said === raw ? raw : said
  if (
    token.type === 'scalar' &&
    !props.some((prop) => prop.type === 'tag') &&
    !isPlainText(value, { hasSymbols })
  ) {
    return { kind: 'leaf', raw, text: null, isFree: isNullPlain(value), start }
  }
  // Only an escape can be half a pair.
  return {
    kind: 'leaf',
    raw,
    text: token.type === 'double-quoted-scalar' ? withoutLoneSurrogates(value) : value,
    isFree: false,
    start,
  }
}

/** A tag that makes something else than a text, a list or a map of the value. */
export function hasForeignTag(props: readonly CST.SourceToken[]): boolean {
  return props.some(({ type, source }) => type === 'tag' && !/^!(?:!(?:str|map|seq))?$/.test(source))
}

/** A value that is kept and looked into no further. */
export function opaqueLeaf(text: string, start: number, end: number): Leaf {
  return { kind: 'leaf', raw: text.slice(start, end), text: null, isFree: false, start }
}
