import type * as t from '@babel/types'
import { messageUse, requestedTexts, useOf } from './call-uses.ts'
import type { FoundUse } from './found-use.ts'
import { generatedId } from './message-id.ts'
import { lookUp, type Scope, type Translator } from './scope.ts'
import { type StaticText, staticTexts } from './static-texts.ts'
import { DEFAULT_TRANSLATOR, namespacesOf, translatorOf } from './translators.ts'

const MESSAGES: ReadonlySet<string> = new Set(['FormattedMessage', 'FormattedHTMLMessage'])

/**
 * Returns the uses of one element: `<Trans i18nKey>` of react-i18next, `<FormattedMessage id>` of react-intl.
 */
export function elementUses(
  node: t.JSXElement,
  scope: Scope,
  names: ReadonlySet<string>,
): readonly FoundUse[] {
  const name = elementName(node)
  if (MESSAGES.has(name)) {
    const id = attributeOf(node, 'id')
    if (id !== null) return staticTexts(id, scope).map(messageUse)
    const message = attributeOf(node, 'defaultMessage')
    if (message === null) return []
    return [messageUse(generatedId(message, { description: attributeOf(node, 'description'), scope }))]
  }
  if (name !== 'Trans' || isOfLingui(name, scope)) return []
  return transUses(node, scope, names)
}

function transUses(node: t.JSXElement, scope: Scope, names: ReadonlySet<string>): readonly FoundUse[] {
  const key = attributeOf(node, 'i18nKey')
  const given = attributeOf(node, 't')
  const ns = attributeOf(node, 'ns')
  const translator = (given && translatorOf(given, scope, names)) ?? DEFAULT_TRANSLATOR
  const facts = {
    namespaces: ns === null ? translator.namespaces : namespacesOf(ns, scope),
    prefix: translator.prefix,
    style: translator.style,
    hasContext: ['context', 'tOptions'].some((one) => attributeOf(node, one) !== null) || hasSpread(node),
    isOptional: false,
  }
  const list = key === null ? [[childrenText(node)]] : requestedTexts(key, facts, scope)
  return list.flatMap((texts, at) =>
    texts.map((text) => useOf(text, { ...facts, isOptional: at < list.length - 1 })),
  )
}

/** Returns the translator that `<Translation>` passes to its render function. */
export function renderedTranslator(node: t.JSXElement, scope: Scope): Translator | null {
  if (elementName(node) !== 'Translation') return null
  const ns = attributeOf(node, 'ns')
  const prefix = attributeOf(node, 'keyPrefix')
  return {
    namespaces: ns === null ? [] : namespacesOf(ns, scope),
    prefix: (prefix === null ? null : staticTexts(prefix, scope)[0]) ?? { text: '', isWhole: true },
    style: 'i18next',
  }
}

/**
 * Without a key attribute, the content is the key; if it contains elements, only its beginning is known here.
 */
function childrenText(node: t.JSXElement): StaticText {
  const children = node.children.filter((one) => one.type !== 'JSXText' || one.value.trim() !== '')
  const [first] = children
  const text = first?.type === 'JSXText' ? first.value.replace(/\s+/g, ' ').trim() : ''
  return { text, isWhole: children.length === 1 && text !== '', node }
}

/** Returns the value of an attribute; null if there is none. */
function attributeOf(node: t.JSXElement, name: string): t.Node | null {
  for (const one of node.openingElement.attributes) {
    if (one.type !== 'JSXAttribute' || one.name.name !== name) continue
    return one.value?.type === 'JSXExpressionContainer' ? one.value.expression : (one.value ?? null)
  }
  return null
}

function hasSpread(node: t.JSXElement): boolean {
  return node.openingElement.attributes.some((one) => one.type === 'JSXSpreadAttribute')
}

function elementName(node: t.JSXElement): string {
  const { name } = node.openingElement
  return name.type === 'JSXIdentifier' ? name.name : ''
}

/** Lingui's element of the same name contains texts, not keys. */
function isOfLingui(name: string, scope: Scope): boolean {
  const binding = lookUp(name, scope)?.binding
  return binding?.kind === 'import' && binding.source.startsWith('@lingui/')
}
