import type * as t from '@babel/types'
import { type BindingPath, lookUp, nameOf, type Scope, type Translator } from './scope.ts'
import { listedTexts, staticTexts, unwrapped } from './static-texts.ts'

/** Names that are translation functions regardless of their origin. */
export const TRANSLATE_NAMES: ReadonlySet<string> = new Set([
  't',
  '$t',
  '$tc',
  '$te',
  '$tm',
  'tc',
  'te',
  'tm',
])
const HOOK = /^use\w*Translat(?:ion|e)$/
const WHOLE: Translator['prefix'] = { text: '', isWhole: true }
/** i18next's own function, which uses the default namespace. */
export const DEFAULT_TRANSLATOR: Translator = { namespaces: [], prefix: WHOLE, style: 'i18next' }
/** A function of unknown origin, whose namespaces are unknown. */
export const UNKNOWN_TRANSLATOR: Translator = { namespaces: null, prefix: WHOLE, style: 'i18next' }
const VUE_TRANSLATOR: Translator = { namespaces: [], prefix: WHOLE, style: 'plain' }
const DEPTH_MAX = 12

/** Returns the translator for the callee of a call; null if it is not a translation function. */
export function translatorOf(
  callee: t.Node,
  scope: Scope,
  names: ReadonlySet<string>,
  depth = 0,
): Translator | null {
  const node = unwrapped(callee)
  if (depth > DEPTH_MAX) return null
  if (node.type === 'Identifier') {
    const found = lookUp(node.name, scope)
    const usual = names.has(node.name) ? UNKNOWN_TRANSLATOR : null
    if (found === null) return names.has(node.name) && node.name.startsWith('$') ? VUE_TRANSLATOR : usual
    const { binding } = found
    if (binding.kind === 'translator') return binding.translator
    if (binding.kind === 'parameter')
      return binding.annotation === null ? usual : (typedTranslator(binding.annotation, scope) ?? usual)
    if (binding.kind === 'import') {
      if (binding.source.startsWith('@lingui/')) return null
      return binding.source === 'i18next' && binding.imported === 't' ? DEFAULT_TRANSLATOR : usual
    }
    if (binding.kind !== 'value') return usual
    return (
      destructured(binding.init, binding.path, { scope: found.scope, names, depth: depth + 1 }) ??
      (isPlainValue(binding.init) ? null : usual)
    )
  }
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    if (node.computed || !names.has(nameOf(node.property))) return null
    return holderOf(node.object, scope, depth + 1) ?? UNKNOWN_TRANSLATOR
  }
  if (node.type === 'CallExpression') return createdBy(node, scope)
  return null
}

/** Returns the translator that `t.rich` and similar functions belong to, if there is one. */
export function boundTranslator(node: t.Node, scope: Scope, names: ReadonlySet<string>): Translator | null {
  if (node.type !== 'Identifier' || lookUp(node.name, scope)?.binding.kind !== 'value') return null
  return translatorOf(node, scope, names)
}

type Around = { readonly scope: Scope; readonly names: ReadonlySet<string>; readonly depth: number }

/** Resolves a destructured name: to the value itself, `t`, or the first item of a list. */
function destructured(init: t.Node, path: BindingPath, { scope, names, depth }: Around): Translator | null {
  if (path.length === 0) return translatorOf(init, scope, names, depth)
  if (path.length > 1 || path[0] === null) return null
  return path[0] === 0 || names.has(String(path[0])) ? holderOf(init, scope, depth) : null
}

/**
 * Returns the translator that an object contains, such as the result of `useTranslation()`, or `i18next`
 * itself.
 */
function holderOf(object: t.Node, scope: Scope, depth: number): Translator | null {
  const node = unwrapped(object)
  if (depth > DEPTH_MAX) return null
  if (node.type === 'ThisExpression') return VUE_TRANSLATOR
  if (node.type === 'MemberExpression' && !node.computed) {
    const name = nameOf(node.property)
    if (name === 'global') return VUE_TRANSLATOR
    return name === 'i18n' || name === 'i18next' ? DEFAULT_TRANSLATOR : null
  }
  if (node.type === 'Identifier') {
    const found = lookUp(node.name, scope)
    if (found?.binding.kind === 'value') {
      const { init, path } = found.binding
      if (path.length === 0) return holderOf(init, found.scope, depth + 1) ?? byName(node.name)
      return path.length === 1 && path[0] === 'i18n' ? DEFAULT_TRANSLATOR : byName(node.name)
    }
    return byName(node.name)
  }
  if (node.type !== 'CallExpression') return null
  const name = calledName(node.callee)
  const [first, second] = node.arguments
  if (name === 'useI18n') {
    const local = first && propertyOf(first, 'messages') !== null
    return local ? { ...VUE_TRANSLATOR, namespaces: null } : VUE_TRANSLATOR
  }
  if (!HOOK.test(name)) return null
  // Next.js projects often pass the language first: useTranslation(lng, 'shop').
  const isShifted = first !== undefined && second !== undefined && namespacesOf(first, scope) === null
  const asked = isShifted && namespacesOf(second, scope) !== null ? second : first
  return {
    namespaces: asked === undefined || isNothing(asked) ? [] : namespacesOf(asked, scope),
    prefix: prefixOf(node.arguments.at(-1), scope),
    style: 'i18next',
  }
}

function byName(name: string): Translator | null {
  return name === 'i18n' || name === 'i18next' ? DEFAULT_TRANSLATOR : null
}

/** Returns the translator that a call creates. */
function createdBy(node: t.CallExpression, scope: Scope): Translator | null {
  const name = calledName(node.callee)
  const [first, second, third] = node.arguments
  if (name === 'getFixedT')
    return {
      namespaces: second === undefined || isNothing(second) ? [] : namespacesOf(second, scope),
      prefix: third === undefined || isNothing(third) ? WHOLE : prefixText(third, scope),
      style: 'i18next',
    }
  if (name !== 'useTranslations' && name !== 'getTranslations') return null
  const named = first === undefined ? null : (propertyOf(first, 'namespace') ?? first)
  const isBare = named === null || named.type === 'ObjectExpression' || isNothing(named)
  return { namespaces: [], prefix: isBare ? WHOLE : prefixText(named, scope), style: 'plain' }
}

/** `TFunction<'shop', 'cart'>` specifies its namespaces. */
function typedTranslator(annotation: t.Node, scope: Scope): Translator | null {
  if (annotation.type !== 'TSTypeReference' || nameOf(annotation.typeName) !== 'TFunction') return null
  // The name of this property differs between versions of Babel.
  const given = annotation.typeParameters?.params ?? []
  const texts = given.map((one) =>
    one.type === 'TSLiteralType' ? (staticTexts(one.literal, scope)[0] ?? null) : null,
  )
  const [namespace, prefix] = texts
  return {
    namespaces: namespace?.isWhole ? [namespace.text] : null,
    prefix: prefix?.isWhole ? prefix : WHOLE,
    style: 'i18next',
  }
}

/** Returns the namespaces that an argument specifies; null if they are only known at run time. */
export function namespacesOf(node: t.Node, scope: Scope): readonly string[] | null {
  const inner = resolved(node, scope)
  const texts = listedTexts(inner, scope)?.flat() ?? staticTexts(inner, scope)
  return texts.every(({ isWhole }) => isWhole) ? [...new Set(texts.map(({ text }) => text))] : null
}

function resolved(node: t.Node, scope: Scope): t.Node {
  const inner = unwrapped(node)
  if (inner.type !== 'Identifier') return inner
  const found = lookUp(inner.name, scope)
  if (found?.binding.kind !== 'value' || found.binding.path.length > 0) return inner
  const init = unwrapped(found.binding.init)
  return init.type === 'ArrayExpression' ? init : inner
}

function prefixOf(options: t.Node | undefined, scope: Scope): Translator['prefix'] {
  const prefix = options === undefined ? null : propertyOf(options, 'keyPrefix')
  return prefix === null || isNothing(prefix) ? WHOLE : prefixText(prefix, scope)
}

function prefixText(node: t.Node, scope: Scope): Translator['prefix'] {
  const texts = staticTexts(node, scope)
  const [first] = texts
  return texts.length === 1 && first !== undefined ? first : { text: '', isWhole: false }
}

/** Returns the value of a property of an object literal. */
export function propertyOf(node: t.Node, name: string): t.Node | null {
  const object = unwrapped(node)
  if (object.type !== 'ObjectExpression') return null
  for (const property of object.properties)
    if (property.type === 'ObjectProperty' && !property.computed && nameOf(property.key) === name)
      return property.value
  return null
}

export function calledName(callee: t.Node): string {
  const node = unwrapped(callee)
  if (node.type === 'Identifier') return node.name
  return (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') && !node.computed
    ? nameOf(node.property)
    : ''
}

function isNothing(node: t.Node): boolean {
  return node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined')
}

/** A number or an object is not a function, whatever its name. */
function isPlainValue(node: t.Node): boolean {
  const { type } = unwrapped(node)
  return /Literal$|^(?:Object|Array|Binary|New|JSX)/.test(type)
}
