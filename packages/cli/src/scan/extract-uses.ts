import type * as t from '@babel/types'
import { callUses } from './call-uses.ts'
import { elementUses, renderedTranslator } from './element-uses.ts'
import type { FoundSettings, FoundUse } from './found-use.ts'
import {
  declareParameters,
  declareStatements,
  declareVariables,
  openScope,
  type Scope,
  type Translator,
} from './scope.ts'
import { settingsOf } from './settings-of.ts'
import { staticTexts } from './static-texts.ts'

export type Extraction = {
  readonly uses: FoundUse[]
  /** Texts in the code with their first position; one of them can be a key. */
  readonly texts: Map<string, { readonly line: number; readonly column: number }>
  settings: FoundSettings
}

export function newExtraction(): Extraction {
  return { uses: [], texts: new Map(), settings: {} }
}

/**
 * Collects the uses of a program or of an expression in a template. Returns the top-level scope, which is
 * visible to a template as well.
 */
export function extractUses(
  root: t.Node,
  into: Extraction,
  { names, outer = null }: { readonly names: ReadonlySet<string>; readonly outer?: Scope | null },
): Scope {
  const top = openScope(outer)
  const rendered = new Map<t.Node, Translator>()
  // Iterative, because generated code can be nested too deeply for recursion.
  const open: { readonly node: t.Node; readonly scope: Scope }[] = [{ node: root, scope: top }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next
    const scope = node.type === 'Program' ? top : scopeOf(node, next.scope, rendered)
    if (node.type === 'Program') declareStatements(node.body, top)
    else if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') {
      into.uses.push(...callUses(node, scope, names))
      into.settings = { ...into.settings, ...settingsOf(node, scope) }
    } else if (node.type === 'JSXElement') {
      into.uses.push(...elementUses(node, scope, names))
      const translator = renderedTranslator(node, scope)
      if (translator !== null)
        for (const child of node.children)
          if (child.type === 'JSXExpressionContainer') rendered.set(child.expression, translator)
    }
    for (const text of textsOf(node, scope))
      if (node.loc && !into.texts.has(text))
        into.texts.set(text, { line: node.loc.start.line, column: node.loc.start.column + 1 })
    for (const child of childrenOf(node).reverse()) open.push({ node: child, scope })
  }
  return top
}

/** Returns the texts at a node, and those composed from constants of the file, such as `${prefix}.ready`. */
function textsOf(node: t.Node, scope: Scope): readonly string[] {
  const text = textOf(node)
  if (text !== null) return [text]
  const isComposed =
    node.type === 'TemplateLiteral' || (node.type === 'BinaryExpression' && node.operator === '+')
  if (!isComposed) return []
  return staticTexts(node, scope).flatMap((made) =>
    made.isWhole && /^[\w.:/-]{1,200}$/.test(made.text) ? [made.text] : [],
  )
}

/** Returns the scope of the children of a node, with its declarations. */
function scopeOf(node: t.Node, scope: Scope, rendered: ReadonlyMap<t.Node, Translator>): Scope {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock': {
      const inner = openScope(scope)
      declareStatements(node.body, inner)
      return inner
    }
    case 'SwitchStatement': {
      const inner = openScope(scope)
      for (const { consequent } of node.cases) declareStatements(consequent, inner)
      return inner
    }
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod': {
      const inner = openScope(scope)
      declareParameters(node.params, inner)
      const [first] = node.params
      const translator = rendered.get(node)
      if (translator !== undefined && first?.type === 'Identifier')
        inner.names.set(first.name, { kind: 'translator', translator })
      return inner
    }
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement': {
      const head = node.type === 'ForStatement' ? node.init : node.left
      if (head?.type !== 'VariableDeclaration') return scope
      const inner = openScope(scope)
      declareVariables(head, inner)
      return inner
    }
    default:
      return scope
  }
}

const NOT_CHILDREN: ReadonlySet<string> = new Set([
  'loc',
  'extra',
  'errors',
  'comments',
  'tokens',
  'leadingComments',
  'innerComments',
  'trailingComments',
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
])
/** Nodes without texts: types, and module specifiers. */
const SKIPPED = /^(?:TSType(?!Assertion)|TSInterface|TypeAlias|Import(?!Expression)|Export(?:All))/

function childrenOf(node: t.Node): t.Node[] {
  if (SKIPPED.test(node.type)) return []
  const children: t.Node[] = []
  for (const [name, value] of Object.entries(node)) {
    if (NOT_CHILDREN.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) children.push(one)
  }
  return children
}

function isNode(value: unknown): value is t.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const TEXT_MAX = 1024

function textOf(node: t.Node): string | null {
  const text =
    node.type === 'StringLiteral'
      ? node.value
      : node.type === 'TemplateElement'
        ? (node.value.cooked ?? null)
        : null
  return text !== null && text !== '' && text.length <= TEXT_MAX ? text : null
}
