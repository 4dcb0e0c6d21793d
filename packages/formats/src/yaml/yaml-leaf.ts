import { CST } from 'yaml'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { freeLeaf, keptLeaf, type Leaf } from '../tree/draft.ts'
import { isNullPlain, isPlainText } from './resolve-plain.ts'
import { scalarText } from './yaml-token.ts'

/** The text of a file, and whether plain scalars that start with a colon are symbols, as in Ruby. */
export type YamlSource = { readonly text: string; readonly hasSymbols: boolean }

/** Returns a scalar or alias as a value: a text, or something that is kept. */
export function leafOf(
  { text, hasSymbols }: YamlSource,
  token: CST.Token,
  end: number,
  props: readonly CST.SourceToken[],
): Leaf {
  const start = token.offset
  const raw = text.slice(start, end)
  if (!CST.isScalar(token) || token.type === 'alias') return keptLeaf(raw, start)
  const resolved = scalarText(text, token)
  // Uses the same string for both, which are equal for most texts.
  const value = resolved === raw ? raw : resolved
  const tag = props.find((prop) => prop.type === 'tag')
  // For Ruby a value with the tag `!` has no quotes: `! 'Yes'` is true.
  const isPlain = tag === undefined ? token.type === 'scalar' : tag.source === '!'
  if (isPlain && !isPlainText(value, { hasSymbols }))
    return isNullPlain(value) ? freeLeaf(raw, start) : keptLeaf(raw, start)
  // Only an escape can produce a lone surrogate.
  return {
    kind: 'leaf',
    raw,
    text: token.type === 'double-quoted-scalar' ? withoutLoneSurrogates(value) : value,
    isFree: false,
    start,
  }
}

/** Returns whether there is a tag that makes the value something other than a text, a list or a map. */
export function hasForeignTag(props: readonly CST.SourceToken[]): boolean {
  return props.some(({ type, source }) => type === 'tag' && !/^!(?:!(?:str|map|seq))?$/.test(source))
}
