import type * as t from '@babel/types'
import { lookUp, nameOf, type Scope } from './scope.ts'

/**
 * A text that an expression can evaluate to: all of it, or a prefix if the rest is only known at run time.
 */
export type StaticText = {
  readonly text: string
  readonly isWhole: boolean
  readonly node: t.Node
  /** One of all values of an object, which are not necessarily all requested. */
  readonly isGuess?: boolean
}

/** A list written by hand has fewer texts. */
const TEXTS_MAX = 64
const DEPTH_MAX = 12

/** Returns the texts that an expression can evaluate to. An unknown expression yields an empty prefix. */
export function staticTexts(node: t.Node, scope: Scope, depth = 0): readonly StaticText[] {
  const unknown = [unknownOf(node)]
  if (depth > DEPTH_MAX) return unknown
  const read = (one: t.Node, within = scope) => staticTexts(one, within, depth + 1)
  switch (node.type) {
    case 'StringLiteral':
      return [{ text: node.value, isWhole: true, node }]
    case 'NumericLiteral':
      return [{ text: String(node.value), isWhole: true, node }]
    case 'TemplateLiteral': {
      const pieces = node.quasis.flatMap((quasi, at) => {
        const expression = node.expressions[at]
        const text = [{ text: quasi.value.cooked ?? quasi.value.raw, isWhole: true, node }]
        return expression === undefined ? [text] : [text, read(expression)]
      })
      return joined(pieces, node)
    }
    case 'BinaryExpression':
      return node.operator === '+' ? joined([read(node.left), read(node.right)], node) : unknown
    case 'ConditionalExpression':
      return limited([...read(node.consequent), ...read(node.alternate)], node)
    case 'LogicalExpression':
      return node.operator === '&&'
        ? read(node.right)
        : limited([...read(node.left), ...read(node.right)], node)
    case 'SequenceExpression': {
      const last = node.expressions.at(-1)
      return last === undefined ? unknown : read(last)
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TypeCastExpression':
    case 'ParenthesizedExpression':
      return read(node.expression)
    case 'Identifier': {
      const found = lookUp(node.name, scope)
      if (found === null || found.binding.kind !== 'value') return unknown
      const { init, path, isConst } = found.binding
      return isConst && path.length === 0 ? moved(read(init, found.scope), node) : unknown
    }
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return moved(memberTexts(node, scope, depth), node)
    default:
      return unknown
  }
}

/** Returns the texts of a list expression, such as keys that are tried one after another. */
export function listedTexts(node: t.Node, scope: Scope): readonly (readonly StaticText[])[] | null {
  const list = node.type === 'TSAsExpression' ? node.expression : node
  if (list.type !== 'ArrayExpression') return null
  return list.elements.flatMap((one) =>
    one === null ? [] : [one.type === 'SpreadElement' ? [unknownOf(one)] : staticTexts(one, scope)],
  )
}

function unknownOf(node: t.Node): StaticText {
  return { text: '', isWhole: false, node }
}

/** Resolves `KEYS.title`, `KEYS[name]` and `Key.Title` of objects and enums in the same file. */
function memberTexts(
  node: t.MemberExpression | t.OptionalMemberExpression,
  scope: Scope,
  depth: number,
): readonly StaticText[] {
  const unknown = [unknownOf(node)]
  const holder = objectOf(node.object, scope, depth)
  if (holder === null) return unknown
  const wanted = node.computed ? staticTexts(node.property, scope, depth + 1) : null
  const name =
    wanted === null
      ? nameOf(node.property)
      : wanted.length === 1 && wanted[0]?.isWhole
        ? wanted[0].text
        : null
  const values = holder.values.filter((value) =>
    name === null ? unwrapped(value.node).type !== 'ObjectExpression' : value.name === name,
  )
  if (values.length === 0) return unknown
  const texts = values.flatMap((value) => staticTexts(value.node, holder.scope, depth + 1))
  return limited(name === null ? texts.map((text) => ({ ...text, isGuess: true })) : texts, node)
}

type HeldValues = {
  readonly scope: Scope
  readonly values: readonly { readonly name: string; readonly node: t.Node }[]
}

function objectOf(node: t.Node, scope: Scope, depth: number): HeldValues | null {
  if (depth > DEPTH_MAX) return null
  const inner = unwrapped(node)
  if (inner.type === 'ObjectExpression')
    return {
      scope,
      values: inner.properties.flatMap((one) =>
        one.type === 'ObjectProperty' && !one.computed ? [{ name: nameOf(one.key), node: one.value }] : [],
      ),
    }
  if (inner.type === 'MemberExpression' && !inner.computed) {
    const outer = objectOf(inner.object, scope, depth + 1)
    const value = outer?.values.find(({ name }) => name === nameOf(inner.property))
    return outer === null || value === undefined ? null : objectOf(value.node, outer.scope, depth + 1)
  }
  if (inner.type !== 'Identifier') return null
  const found = lookUp(inner.name, scope)
  if (found?.binding.kind === 'enum')
    return {
      scope: found.scope,
      values: found.binding.node.members.flatMap(({ id, initializer }) =>
        initializer ? [{ name: nameOf(id), node: initializer }] : [],
      ),
    }
  if (found?.binding.kind !== 'value' || !found.binding.isConst || found.binding.path.length > 0) return null
  return objectOf(found.binding.init, found.scope, depth + 1)
}

/** Removes type assertions, parentheses and `await` around an expression. */
export function unwrapped(node: t.Node): t.Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TypeCastExpression':
    case 'ParenthesizedExpression':
      return unwrapped(node.expression)
    case 'AwaitExpression':
      return unwrapped(node.argument)
    default:
      return node
  }
}

/** Returns all combinations of the pieces; a combination ends at the first piece that is not fully known. */
function joined(pieces: readonly (readonly StaticText[])[], node: t.Node): readonly StaticText[] {
  let texts: readonly StaticText[] = [{ text: '', isWhole: true, node }]
  for (const piece of pieces) {
    texts = texts.flatMap((before) =>
      before.isWhole
        ? piece.map(({ text, isWhole, isGuess }) => ({
            text: before.text + text,
            isWhole,
            node,
            isGuess: isGuess === true || before.isGuess === true,
          }))
        : [before],
    )
    if (texts.length > TEXTS_MAX) return limited(texts, node)
  }
  return texts
}

function limited(texts: readonly StaticText[], node: t.Node): readonly StaticText[] {
  return texts.length <= TEXTS_MAX ? texts : [{ text: commonStart(texts), isWhole: false, node }]
}

function commonStart(texts: readonly StaticText[]): string {
  const [first = '', ...others] = texts.map(({ text }) => text)
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}

/** Places the use at the name, not where its text is defined. */
function moved(texts: readonly StaticText[], node: t.Node): readonly StaticText[] {
  return texts.map((one) => ({ ...one, node }))
}
