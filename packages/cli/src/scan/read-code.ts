import { type ParserOptions, parse, parseExpression } from '@babel/parser'
import type * as t from '@babel/types'
import { type Extraction, extractUses, newExtraction } from './extract-uses.ts'
import { namedUse } from './found-use.ts'
import { readVueFile } from './read-vue-file.ts'
import type { Scope } from './scope.ts'

export type ReadCode = Extraction & {
  /** Parts that could not be read, with their positions. Empty if everything was read. */
  readonly problems: readonly CodeProblem[]
}
export type CodeProblem = { readonly line: number; readonly column: number; readonly message: string }

type CodePosition = { readonly line: number; readonly column: number }

/** One file being read; Vue files have several scripts and expressions. */
export type CodeReader = {
  readonly into: Extraction
  readonly readProgram: (
    text: string,
    language: CodeLanguage,
    place: CodePosition,
    outer: Scope | null,
  ) => Scope
  readonly readExpression: (text: string, place: CodePosition, outer: Scope | null) => void
}

export type CodeLanguage = 'ts' | 'tsx' | 'js'

/**
 * Returns the uses in one file; its name determines the language: TypeScript, JavaScript, both with JSX, and
 * Vue. Never throws.
 */
export function readCode(path: string, text: string, names: ReadonlySet<string>): ReadCode {
  const into = newExtraction()
  const problems: CodeProblem[] = []
  const reader: CodeReader = {
    into,
    readProgram(code, language, place, outer) {
      const file = attempt(() => parse(code, parserOptions(language, place)), place)
      if (file === null) return { names: new Map(), outer }
      for (const { value, loc } of file.comments ?? [])
        noteComment(value, into, { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 })
      return extractUses(file.program, into, { names, outer })
    },
    readExpression(code, place, outer) {
      // Templates contain much that is not quite an expression, such as `item in items` and `{ slot }`. It
      // requests no texts.
      const node = attempt(() => parseExpression(code, parserOptions('ts', place)), null)
      if (node !== null) extractUses(node, into, { names, outer })
    },
  }
  if (path.endsWith('.vue')) readVueFile(text, reader)
  else reader.readProgram(text, languageOf(path), { line: 1, column: 0 }, null)
  return { ...into, settings: into.settings, problems }

  function attempt<T extends t.Node>(read: () => T, place: CodePosition | null): T | null {
    try {
      return read()
    } catch (error) {
      // Generated code can exceed the parser's stack.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
      if (place !== null) problems.push(problemOf(error, place))
      return null
    }
  }
}

function problemOf(error: Error, place: CodePosition): CodeProblem {
  const loc = 'loc' in error && typeof error.loc === 'object' && error.loc !== null ? error.loc : {}
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  return {
    line: number('line' in loc ? loc.line : null, place.line),
    column: number('column' in loc ? loc.column : null, place.column) + 1,
    message: error instanceof RangeError ? 'Nested too deep.' : error.message.replace(/ \(\d+:\d+\)$/, ''),
  }
}

function parserOptions(language: CodeLanguage, { line, column }: CodePosition): ParserOptions {
  return {
    sourceType: 'unambiguous',
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    startLine: line,
    startColumn: column,
    plugins: [
      // In TypeScript, `<T>` before an expression is a cast, so JSX is only parsed in files that allow it.
      ...(language === 'js' ? (['jsx', 'flow'] as const) : (['typescript'] as const)),
      ...(language === 'tsx' ? (['jsx'] as const) : []),
      'decorators',
      'explicitResourceManagement',
      'importReflection',
      'throwExpressions',
    ],
  }
}

function languageOf(path: string): CodeLanguage {
  if (/\.(?:jsx?|[mc]js)$/.test(path)) return 'js'
  return path.endsWith('x') ? 'tsx' : 'ts'
}

/** Reads `// t('shop:cart.title')`, which documents the keys that a dynamic use can request. */
function noteComment(comment: string, into: Extraction, place: CodePosition): void {
  for (const [, , key = ''] of comment.matchAll(/(?<![\w$])\$?t\(\s*(['"`])([^'"`\n]{1,1024})\1/g))
    into.uses.push(namedUse(key, place, { hasContext: false }))
}
