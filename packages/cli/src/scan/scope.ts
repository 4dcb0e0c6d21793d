import type * as t from '@babel/types'

/** The meaning of a name in its declaration. */
export type Binding =
  /** Destructured from a value: `const { t } = useTranslation()` has the path `['t']`. */
  | { readonly kind: 'value'; readonly init: t.Node; readonly path: BindingPath; readonly isConst: boolean }
  | { readonly kind: 'parameter'; readonly annotation: t.Node | null; readonly path: BindingPath }
  | { readonly kind: 'import'; readonly source: string; readonly imported: string }
  | { readonly kind: 'enum'; readonly node: t.TSEnumDeclaration }
  | { readonly kind: 'translator'; readonly translator: Translator }
  | { readonly kind: 'other' }

/** How a name is destructured from an object or array; null for any pattern other than a plain name. */
export type BindingPath = readonly (string | number | null)[]

/** The prefix that a function such as `t` adds to its keys, and the namespaces it searches. */
export type Translator = {
  /** As in `CodeUse`. */
  readonly namespaces: readonly string[] | null
  readonly prefix: { readonly text: string; readonly isWhole: boolean }
  /** Whether `ns:key` includes a namespace. */
  readonly style: 'i18next' | 'plain'
}

/** The names visible at a position, and the outer scope. */
export type Scope = { readonly names: Map<string, Binding>; readonly outer: Scope | null }

export function openScope(outer: Scope | null): Scope {
  return { names: new Map(), outer }
}

export function lookUp(
  name: string,
  scope: Scope | null,
): { readonly binding: Binding; readonly scope: Scope } | null {
  for (let at = scope; at !== null; at = at.outer) {
    const binding = at.names.get(name)
    if (binding !== undefined) return { binding, scope: at }
  }
  return null
}

/**
 * Adds all declarations of a block before its statements are read, because functions use later declarations.
 */
export function declareStatements(statements: readonly t.Node[], scope: Scope): void {
  for (const statement of statements) {
    const node = 'declaration' in statement && statement.declaration ? statement.declaration : statement
    if (node.type === 'VariableDeclaration') declareVariables(node, scope)
    else if (node.type === 'TSEnumDeclaration') scope.names.set(node.id.name, { kind: 'enum', node })
    else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
      scope.names.set(node.id.name, { kind: 'other' })
    else if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers)
        scope.names.set(one.local.name, {
          kind: 'import',
          source: node.source.value,
          imported: one.type === 'ImportSpecifier' ? nameOf(one.imported) : 'default',
        })
  }
}

export function declareVariables(node: t.VariableDeclaration, scope: Scope): void {
  for (const { id, init } of node.declarations) {
    const isConst = node.kind === 'const'
    for (const { name, path } of namesOf(id))
      scope.names.set(name, init ? { kind: 'value', init, path, isConst } : { kind: 'other' })
  }
}

export function declareParameters(params: readonly t.Node[], scope: Scope): void {
  for (const param of params) {
    const annotation =
      'typeAnnotation' in param && param.typeAnnotation?.type === 'TSTypeAnnotation'
        ? param.typeAnnotation.typeAnnotation
        : null
    for (const { name, path } of namesOf(param))
      scope.names.set(name, { kind: 'parameter', annotation, path })
  }
}

type DeclaredName = { readonly name: string; readonly path: BindingPath }

function namesOf(pattern: t.Node, path: BindingPath = []): readonly DeclaredName[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, path }]
    case 'AssignmentPattern':
      return namesOf(pattern.left, path)
    case 'RestElement':
      return namesOf(pattern.argument, [...path, null])
    case 'TSParameterProperty':
      return namesOf(pattern.parameter, path)
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        property.type === 'RestElement'
          ? // The rest object has all names that were not destructured.
            namesOf(property.argument, path)
          : namesOf(property.value, [...path, property.computed ? null : nameOf(property.key)]),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap((element, at) => (element ? namesOf(element, [...path, at]) : []))
    default:
      return []
  }
}

/** Returns the name of a property or import; an empty string if it is computed. */
export function nameOf(node: t.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'StringLiteral') return node.value
  return node.type === 'NumericLiteral' ? String(node.value) : ''
}
