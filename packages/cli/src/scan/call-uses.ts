import type * as t from '@babel/types'
import type { FoundUse } from './found-use.ts'
import { messageIds } from './message-id.ts'
import { nameOf, type Scope, type Translator } from './scope.ts'
import { listedTexts, type StaticText, staticTexts, unwrapped } from './static-texts.ts'
import {
  boundTranslator,
  calledName,
  DEFAULT_TRANSLATOR,
  namespacesOf,
  propertyOf,
  translatorOf,
} from './translators.ts'

type Call = t.CallExpression | t.OptionalCallExpression

const FORMAT_MESSAGE: ReadonlySet<string> = new Set(['formatMessage', '$formatMessage', 'formatHTMLMessage'])
/** Methods of next-intl's translation function. */
const VARIANTS: ReadonlySet<string> = new Set(['rich', 'markup', 'raw', 'has'])
/** Functions that check whether a text exists, so that a missing one is not a problem. */
const CHECKS: ReadonlySet<string> = new Set(['exists', 'has', 'te', '$te'])
/** Functions that return everything below a key. */
const RETURNS_OBJECTS: ReadonlySet<string> = new Set(['tm', '$tm', 'raw'])

/** Returns the uses of one call; empty if it does not request texts. */
export function callUses(node: Call, scope: Scope, names: ReadonlySet<string>): readonly FoundUse[] {
  const name = calledName(node.callee)
  const [first] = node.arguments
  if (first === undefined) return []
  if (name === 'defineMessages') return definedMessages(first, scope)
  if (FORMAT_MESSAGE.has(name) || name === 'defineMessage' || (names.has(name) && isObject(first)))
    return descriptorUses(first, scope)
  const translator = calledTranslator(node, name, scope, names)
  if (translator === null || isNoKey(first)) return []
  const options = optionsOf(node.arguments, scope)
  const shared = {
    namespaces: options.namespaces === undefined ? translator.namespaces : options.namespaces,
    hasContext: options.hasContext,
    prefix: translator.prefix,
    style: translator.style,
  }
  const list = requestedTexts(first, shared, scope)
  return list.flatMap((texts, at) => {
    // Of several keys, the app uses the first that exists.
    const isOptional = CHECKS.has(name) || at < list.length - 1
    const uses = texts
      // An empty string is not a key: it renders nothing.
      .filter(({ text, isWhole }) => text !== '' || !isWhole)
      .map((text) => useOf(text, { ...shared, isOptional }))
    if (!options.answersAll && !RETURNS_OBJECTS.has(name)) return uses
    return uses.flatMap((use) =>
      use.kind === 'key' ? [use, { ...use, kind: 'prefix' as const, text: `${use.text}.` }] : [use],
    )
  })
}

export type UseFacts = Pick<FoundUse, 'namespaces' | 'hasContext' | 'isOptional'> &
  Pick<Translator, 'prefix' | 'style'>

export function useOf({ text, isWhole, node, isGuess }: StaticText, facts: UseFacts): FoundUse {
  const { prefix, style, namespaces, hasContext, isOptional } = facts
  return {
    line: node.loc?.start.line ?? 1,
    column: (node.loc?.start.column ?? 0) + 1,
    kind: isWhole && prefix.isWhole ? 'key' : 'prefix',
    // If part of the prefix is unknown, the text after it does not narrow down the keys.
    text: prefix.isWhole ? text : '',
    prefix: prefix.isWhole ? prefix.text : prefix.text.replace(/\.$/, ''),
    canIncludeNamespace: style === 'i18next',
    namespaces,
    hasContext,
    isOptional: isOptional || isGuess === true,
  }
}

/** Returns a use of a key without namespaces: an id of FormatJS, or `keypath` of vue-i18n. */
export function messageUse(text: StaticText): FoundUse {
  return useOf(text, {
    prefix: { text: '', isWhole: true },
    style: 'plain',
    namespaces: [],
    hasContext: false,
    isOptional: false,
  })
}

function descriptorUses(node: t.Node, scope: Scope): readonly FoundUse[] {
  const ids = isObject(node) ? messageIds(node, scope) : null
  return ids === null ? [] : ids.map(messageUse)
}

function definedMessages(node: t.Node, scope: Scope): readonly FoundUse[] {
  const messages = unwrapped(node)
  const values =
    messages.type === 'ObjectExpression'
      ? messages.properties.flatMap((one) => (one.type === 'ObjectProperty' ? [one.value] : []))
      : messages.type === 'ArrayExpression'
        ? messages.elements.filter((one) => one !== null)
        : []
  return values.flatMap((value) => descriptorUses(value, scope))
}

function calledTranslator(
  node: Call,
  name: string,
  scope: Scope,
  names: ReadonlySet<string>,
): Translator | null {
  const { callee } = node
  if (callee.type === 'MemberExpression' && !callee.computed) {
    const holder = nameOf(callee.object)
    if (name === 'exists' && (holder === 'i18n' || holder === 'i18next')) return DEFAULT_TRANSLATOR
    if (VARIANTS.has(name)) return boundTranslator(callee.object, scope, names)
  }
  return translatorOf(callee, scope, names)
}

type Options = {
  /** Undefined if the options do not specify any. */
  readonly namespaces: readonly string[] | null | undefined
  readonly hasContext: boolean
  readonly answersAll: boolean
}

/**
 * The second argument is either a default text or the options; with a default text, the options are third.
 */
function optionsOf(given: Call['arguments'], scope: Scope): Options {
  const options = given.slice(1, 3).find((one) => isObject(one) || !isText(one))
  if (options === undefined) return { namespaces: undefined, hasContext: false, answersAll: false }
  const object = unwrapped(options)
  if (object.type !== 'ObjectExpression')
    // A variable, whose value is unknown.
    return { namespaces: undefined, hasContext: !/Literal$/.test(object.type), answersAll: false }
  const ns = propertyOf(object, 'ns')
  const all = propertyOf(object, 'returnObjects')
  return {
    namespaces: ns === null ? undefined : namespacesOf(ns, scope),
    hasContext: object.properties.some(
      (one) => one.type === 'SpreadElement' || ('key' in one && nameOf(one.key) === 'context'),
    ),
    answersAll: all !== null && !(all.type === 'BooleanLiteral' && !all.value),
  }
}

/** Returns the texts of the keys that an expression requests, in the order in which they are tried. */
export function requestedTexts(
  node: t.Node,
  facts: Pick<UseFacts, 'namespaces'>,
  scope: Scope,
): readonly (readonly StaticText[])[] {
  return listedTexts(node, scope) ?? [selectedTexts(node, facts) ?? staticTexts(node, scope)]
}

/**
 * `$ => $.cart.title`, i18next's selectors: the keys of the first namespace are at the top level, those of
 * others below their name.
 */
function selectedTexts(
  node: t.Node,
  { namespaces }: Pick<UseFacts, 'namespaces'>,
): readonly StaticText[] | null {
  if (node.type !== 'ArrowFunctionExpression') return null
  const [root] = node.params
  if (root?.type !== 'Identifier') return null
  const path: string[] = []
  let isWhole = true
  let at = unwrapped(node.body)
  while (at.type === 'MemberExpression' || at.type === 'OptionalMemberExpression') {
    const isPlain =
      !at.computed || at.property.type === 'StringLiteral' || at.property.type === 'NumericLiteral'
    if (isPlain) path.unshift(nameOf(at.property))
    else {
      path.splice(0, path.length, '')
      isWhole = false
    }
    at = unwrapped(at.object)
  }
  if (at.type !== 'Identifier' || at.name !== root.name) return null
  const [first = '', ...rest] = path
  const isNamed = rest.length > 0 && namespaces !== null && namespaces.indexOf(first) > 0
  return [{ text: isNamed ? `${first}:${rest.join('.')}` : path.join('.'), isWhole, node: node.body }]
}

function isObject(node: t.Node): boolean {
  return unwrapped(node).type === 'ObjectExpression'
}

function isText(node: t.Node): boolean {
  return /^(?:String|Template)/.test(unwrapped(node).type)
}

/** Whether a value cannot be a key: numbers, functions, elements. */
function isNoKey(node: t.Node): boolean {
  const { type } = unwrapped(node)
  if (type === 'ArrowFunctionExpression') return selectedTexts(node, { namespaces: [] }) === null
  return /^(?:Numeric|Boolean|Null|BigInt|RegExp|Object|Function|JSX|New|Spread|Class)/.test(type)
}
