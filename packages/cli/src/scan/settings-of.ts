import type * as t from '@babel/types'
import type { FoundSettings } from './found-use.ts'
import type { Scope } from './scope.ts'
import { staticTexts, unwrapped } from './static-texts.ts'
import { calledName, namespacesOf, propertyOf } from './translators.ts'

/** Returns the settings for keys in `i18next.init({ … })`; nothing for other calls. */
export function settingsOf(node: t.CallExpression | t.OptionalCallExpression, scope: Scope): FoundSettings {
  const name = calledName(node.callee)
  if (name !== 'init' && name !== 'createInstance' && name !== 'initI18n') return {}
  const options = node.arguments.find((one) => one.type === 'ObjectExpression')
  if (options === undefined) return {}
  const list = (property: string) => {
    const value = propertyOf(options, property)
    if (value === null || unwrapped(value).type === 'BooleanLiteral') return null
    // Set in another file, so it can be any namespace.
    return namespacesOf(value, scope) ?? []
  }
  const separator = (property: string) => {
    const value = propertyOf(options, property)
    if (value?.type === 'BooleanLiteral' && !value.value) return false
    const [text] = value === null ? [] : staticTexts(value, scope)
    return text?.isWhole ? text.text : null
  }
  const defaultNamespaces = list('defaultNS')
  const fallbackNamespaces = list('fallbackNS')
  const namespaceSeparator = separator('nsSeparator')
  const keySeparator = separator('keySeparator')
  return {
    ...(defaultNamespaces && { defaultNamespaces }),
    ...(fallbackNamespaces && { fallbackNamespaces }),
    ...(namespaceSeparator !== null && { namespaceSeparator }),
    ...(keySeparator !== null && { keySeparator }),
  }
}
