import { NodeTypes, parse, type RootNode, type TemplateChildNode } from '@vue/compiler-dom'
import { messageUse } from './call-uses.ts'
import type { CodeReader } from './read-code.ts'
import type { Scope } from './scope.ts'

/** Reads the scripts of a Vue file, then its template, which can use their names. */
export function readVueFile(text: string, reader: CodeReader): void {
  // Malformed files are read as far as possible, like in a browser.
  const root = parse(text, { parseMode: 'sfc', onError: () => {}, onWarn: () => {} })
  let scope: Scope | null = null
  for (const node of root.children) {
    if (node.type !== NodeTypes.ELEMENT || node.tag !== 'script') continue
    const { innerLoc } = node
    if (innerLoc === undefined) continue
    const { line, column } = innerLoc.start
    const language = node.props.find((one) => one.type === NodeTypes.ATTRIBUTE && one.name === 'lang')
    const named = language?.type === NodeTypes.ATTRIBUTE ? language.value?.content : undefined
    const place = { line, column: column - 1 }
    const kind = named === 'ts' || named === 'tsx' ? named : 'js'
    scope = reader.readProgram(innerLoc.source, kind, place, scope)
  }
  for (const node of root.children)
    if (node.type === NodeTypes.ELEMENT && node.tag === 'template') readTemplate(node, reader, scope)
}

function readTemplate(root: RootNode | TemplateChildNode, reader: CodeReader, scope: Scope | null): void {
  const open: (RootNode | TemplateChildNode)[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === NodeTypes.INTERPOLATION) readExpression(node.content, reader, scope)
    if (node.type !== NodeTypes.ELEMENT) continue
    for (const prop of node.props) {
      if (prop.type === NodeTypes.ATTRIBUTE) {
        if (isKeyAttribute(node.tag, prop.name) && prop.value)
          addKey(prop.value.content, prop.value.loc.start, reader)
        continue
      }
      if (prop.exp === undefined || prop.name === 'for' || prop.name === 'slot') {
        if (prop.forParseResult) readExpression(prop.forParseResult.source, reader, scope)
        continue
      }
      const { start, source } = prop.exp.loc
      const isKey =
        prop.name === 't' ||
        (prop.name === 'bind' && prop.arg !== undefined && isKeyAttribute(node.tag, prop.arg.loc.source))
      // Read as the equivalent call.
      const call = isKey ? `$t(${withoutPath(source)})` : source
      reader.readExpression(call, { line: start.line, column: start.column - 1 - (isKey ? 3 : 0) }, scope)
    }
    open.push(...node.children)
  }
}

function readExpression(
  node: { readonly loc: { readonly source: string; readonly start: { line: number; column: number } } },
  reader: CodeReader,
  scope: Scope | null,
): void {
  const { source, start } = node.loc
  reader.readExpression(source, { line: start.line, column: start.column - 1 }, scope)
}

/** Matches `<i18n-t keypath>` of vue-i18n 9 and `<i18n path>` of version 8. */
function isKeyAttribute(tag: string, name: string): boolean {
  return /^(?:i18n-t|I18nT|i18n)$/.test(tag) && (name === 'keypath' || name === 'path')
}

/** `v-t="{ path: 'key' }"` contains its key; the reported position can be slightly off. */
function withoutPath(source: string): string {
  return /^\s*\{[\s\S]*?\bpath\s*:\s*('[^']*'|"[^"]*"|`[^`]*`)/.exec(source)?.[1] ?? source
}

function addKey(text: string, { line, column }: { line: number; column: number }, reader: CodeReader): void {
  const use = messageUse({ text, isWhole: true, node: { type: 'EmptyStatement' } })
  reader.into.uses.push({ ...use, line, column })
}
